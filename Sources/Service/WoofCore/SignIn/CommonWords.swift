// SPDX-License-Identifier: Apache-2.0

/// The words that ``CommonPasswords`` are made of: those for passwords, first names, pets, teams, months, towns and what
/// else people take first, in the languages that most accounts come in. The list is our own, written for this purpose; it
/// was copied from no collection of leaked passwords. A new word may be added anywhere; order does not matter.
enum CommonWords {
  static let text = """
    aaa abc abcabc abcd abcde abcdef abigail access account accounts ace admin administrador administrateur
    administrator admins adrian africa aircraft airforce airplane airport alaska albert alberto album alejandro alex
    alexander alexandra alexandre alexis alfredo alien aliens allen always amanda amazon amber amelia america american
    amor amore amour anchor anderson andrea andreas andrew android angel angela angelbaby angeldevil angelina angelo
    angels anna annie anthony antonio apollo apple apples april arizona army arsenal arthur asd asdasd asdf asdfg
    asdfgh ashley assassin asshole atlanta audi august austin australia autumn avengers azerty babe babes baby babyboy
    babydoll babyface babygirl backup bacon bailey bambi banana bananas bandit bank banking barbie barcelona bark
    barking bart baseball basketball batman bayern beach beagle bear bears beatles beautiful beauty beckham bedroom
    bee beer believe bella benfica benjamin benvenuto berlin bernard bestfriend bestfriends beyonce bff bienvenido
    bienvenue biker bingo biology birthday bitch bitches bitcoin black blackberry blackcat blackie blackjack
    blank blessed blessing blink blue blueberry bluebird blueeyes bmw bobby bobmarley bone bones bonjour boobear
    booboo boots boston boxing bradley brandon brasil brazil brian britain british britney brittany broncos
    brooklyn brother brothers brown brownie browser bruce bubba bubblegum bubbles buddy budweiser bulldog bulldogs
    bulls bullshit bumblebee bunnies bunny burger business butter butterflies butterfly cake california camaro camera
    canada candy captain carlos carolina caroline cash casino castle cat catherine catlover cats catwoman celtic
    champion champions change changeit changeme charles charlie charlotte cheese cheeseburger chelsea chemistry
    cherries cherry chevrolet chevy chicago chicken children china chinese chloe chocolate chris christ christian
    christina christine christmas christoph christopher ciao cinnamon cisco class claudia cloud clouds cobra cocacola
    coco coconut code coder coding coffee coke college company computer computers contrasena cookie
    cookiemonster cookies cooper corona corporate corvette cougar counter cow cowboys cracker crazy crazyboy crazygirl
    cricket cristina crown crystal cubs cupcake cute cutie cutiepie cyber cycling dad daddy daisy dallas damn dance
    dancer dancing daniel daniela danielle dark darkangel darkness darkside darling data database daughter david davis
    deadpool debian december default demo demon dennis denver derek desktop destiny destroyer detroit deutschland
    developer devil devils dezember diablo diamond diamonds diana dick diego dienstag digital dinosaur disco disney
    doctor dodge dodgers dog doggie doggy doghouse doglover dogs dollar dollars dolphin dolphins dominic donald donkey
    donnerstag donut doom door doorbell dortmund douglas dragon dragonball dragons dream dreamer dreams drummer drums
    ducati duke dumb dummy dylan eagle eagles earth easter eduardo edward egypt eight elephant elizabeth elmo elvis
    emerald emily eminem emma empty energy england english enter entrar eric erik ernesto espana espresso ethan evelyn
    everton evil example fabian facebook faith falcon falcons fall family father februar february felipe felix
    fernando ferrari fido fighter finance firefighter fireman firewall first fish fisherman fishing five florian
    florida flower flowers fluffy flying fool footbal football ford forest forever fortnite fortune four fox foxes
    france francesco francis francisco frank franklin fred freddy freedom freitag french friday friend friends
    friendship frodo fuck fucker fuckme fuckoff fuckyou gabriel gabriela gabriella galaxy gallery game gamer games
    gaming gandalf gangsta gangster garage garcia garden garfield garlic gary gast geheim geheimnis george gerald
    germany ghost ghosts giants gilbert ginger giraffe gmail goat god godisgood godislove goku gold golden goldfish
    golf golfer golfing gonzalez goodbye goodgod goodmorning goodnight goofy google gordon gorgeous gorilla graham
    grandma grandpa granted gray green greenday greeneyes greg gregory guest guests guinness guitar guitarra gustavo
    hack hacked hacker hackers hallo halloween halo hamburg hamburger hamster handsome hannah happiness happy happyday
    hardware harley harold harper harry harrypotter haslo hawaii hawk heart hearts heather heaven hector heineken
    helicopter hell hello hellokitty hellothere henry hermione hernandez hero heroes hey heythere hi hiphop history
    hobbit hockey hola holiday holidays hollywood home homepage homer homework honda honey honeybee hope horse
    horses hot hotmail hotstuff hottie hound house houston howard howareyou hug hugs hulk hummer hundred hunter
    husband husky ian icecream ichliebedich idiot ilovegod iloveit ilovejesus iloveme iloveu iloveyou india indian
    instagram inter internet invite ipad iphone ireland irish ironman isaac isabel isabella island israel italia italy
    ivan jack jackpot jackson jacob jacqueline jaguar jake james januar january japan japanese jasmine jason javier
    jedi jeep jeff jeffrey jennifer jeremy jerome jesse jessica jesus jesuschrist jetaime jimmy joel john johnson
    joker jonas jonathan jones jordan jorge jose joseph joshua juan juli julia julian juliana juliette julio july june
    juni jupiter justice justin juventus karen karina katherine kathryn kawasaki keith kenneth kennwort kevin keyboard
    kids killer killers kimberly king kingdom kings kiss kisses kissing kissme kitchen kitten kittens kitty kittycat
    knight knights koala kobe korea kyle labrador ladybug lake lakers laptop larry lasvegas laura lauren lavender
    lawrence lawyer lebron legend legends legolas lemon leonard leonardo leopard letme letmein letmeinnow letmesee
    liberty liebe liebling lightning lily linda linkedin linkinpark linux lion lions lisa liverpool login logmein
    logon london lopez losenord loser louis love lovely loveme lover lovers loves loveu loveyou loving lucas lucifer
    lucky luckyone lucy luigi luis luke luv madison madonna madrid maerz magic magical mama mamma manager manchester
    mancity mango manhattan mansion manuel march marco marcus margaret maria mariana marie marine marines mario mark
    married mars martha martin martina martinez marvel marvin master masterkey masters math matrix matthew maurice
    mauricio max maxwell may megan meinschatz melissa melon member memories meow mercedes mercury merlin messi metal
    metallica mexican mexico mia miami michael michaeljackson michelle mickey mickeymouse microsoft miguel mike milan
    military miller million milo minecraft minnie mitchell mittens mittwoch modem molly mommy monday money monica
    monika monitor monkey monkeyboy monkeygirl monkeys monster monsters montag moon moonlight mordor moron moscow
    motdepasse mother mountain mouse muenchen muffin mummy munchkin music musica mustang mypass myspace
    mysql nancy naruto nasa nascar natalie natasha nathan nathaniel navy neil nelson nemo neptune network never
    nevermind newyork newyorker neymar nicholas nick nicolas nicole nightmare nine ninja ninjas nintendo nirvana
    nissan nokia none nopassword nothing november null number numberone nurse ocean october office offline oktober
    oliver olivia one onetwothree onion online opensesame openup operator oracle orange oranges orchid oreo orlando
    oscar outlook owner pablo packers pakistan pamela pancake panda pandas panther panthers papa paris parker parol
    parola party pass passcode passe passkey passme passphrase passw passwd password passwords passwort pasta patches
    patricia patrick patriots paul paula peace peach peaches peanut peanuts pearl pedro peewee penguin penguins
    pepper peppers pepsi peter philip phillip phoenix photo photos physics piano pickle pickles picture pictures pie
    pig piglet pikachu pilot pink pinkfloyd pirate pirates pizza planet platinum playboy player playgirl
    playstation please pluto pokemon poker police policeman pony poodle pooh pookie popcorn porn porsche postgres
    potato potter power powerful precious predator pretty prince princesa princess printer prinzessin privado privat
    private program programmer project pumpkin punkin puppies puppy purple purplerain pussy pwd python qazwsx qqqwww
    quake queen qwe qweasd qweqwe qwer qwert qwerty qwertz rabbit racer rachel racing rafael raiders rain rainbow
    rainbows ralph ramon randy rangers rapper rascal rat raven ravens raymond realmadrid rebecca red redrose redsox
    reggae rex ricardo rich richard richie rihanna river robert roberto robin roblox rocket rocknroll rockstar rocky
    rodrigo rodriguez roger roland roma rome ronald ronaldo root rose roses rottweiler router rover royal royals ruby
    rugby runner running russell russia ryan sabrina sadie sailing sailor saints salasana samantha sammy sample
    samstag samsung samuel samurai sandra santa santiago sapphire sara sarah sassy sasuke satan saturday saturn
    schalke schatz school science scooby scoobydoo scorpion scotland scott scrappy scruffy sean seattle sebastian
    second secret secreto secrets secure security sekret selfie senha september sergio server service services sesame
    seven sex sexsex sexy sexyboy sexygirl shadow shakira shane shannon shark sharks sharon shawn sheep shepherd shit
    silver silverado silvia simba simon simpsons singer sister sisters six skate skateboard skater skippy sky skyline
    skywalker slayer slipknot smelly smile smiles smiley smith smokey snake snapchat snickers sniper snoopy snow
    snowball snowboard snowflake snowman snowy soccer socks softball software soldier son sonic sonntag sony sophia
    sophie sorry space spaceman spade spain spanky sparky spencer spider spiderman spring standard star starcraft
    stardust starfish starlight stars startrek starwars steelers stefan stephanie stephen steve steven stewart stinky
    storm strawberry strength strong stuart student students stupid subaru submarine success sucks sugar summer
    summerbeach summertime sun sunday sunflower sunny sunrise sunset sunshine superadmin supergirl superman superstar
    superuser surfer surfing susan suzuki sweet sweetdreams sweetheart sweetie sweetpea sweety swimmer swimming sydney
    sys sysadmin system systems taylor tea teacher teamo techno teddy teddybear temp tempo temporary ten tennis
    tequiero tequila teresa terminator terrier terry test tester testing tests testtest testuser tetris texas thanks
    thankyou theodore theresa third thomas thousand three thunder thursday tiffany tiger tigers tigger tim
    timothy tinkerbell titanic toby today todd together tokyo tomato tomcat tommy tomorrow tony toor tootsie topsecret
    tottenham toyota travis tree trees trek trevor trial trouble trucker trumpet trust trustme trustno trustnoone
    truth tuesday tulip tupac turkey turtle turtles twinkie twinkle twitter two tyler tyson ubuntu unicorn unicorns
    united universe university usa user username users vacation vader valentina valeria vampire vanessa vanilla
    vegas venus veronica victoria victory viking vikings vincent violet viper virginia virus visitor vodka volkswagen
    volleyball wachtwoord waffle walter warcraft warren warrior warriors wasd wayne webmaster website wedding
    wednesday welcome welcomeback welcomes wesley whale whatever whatsapp whatsup whiskers whiskey white whiteboy
    wife wifi william williams willie willkommen wilson window windows wine winner winnie winter wireless wizard
    wizards wolf wolfpack wolverine wolves wonderwoman woof wrestling xbox xmas xyz yahoo yamaha yankees yellow yoda
    youtube zachary zebra zelda zidane zombie zombies zxc zxcv zxcvb zxcvbn zxczxc
    """
}
