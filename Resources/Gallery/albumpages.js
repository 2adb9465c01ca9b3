// SPDX-License-Identifier: Apache-2.0

import { changeAlbum, createAlbum, dropAlbum, leaveAlbum } from "./albumchanges.js";
import { addsTo, AlbumHeader } from "./albumheader.js";
import { Albums } from "./albums.js";
import { AlbumSelection } from "./albumselection.js";
import { readAlbum } from "./albumservice.js";
import { Arrivals } from "./arrivals.js";
import { Choosing } from "./choosing.js";
import { showContributors } from "./contributors.js";
import { button } from "./elements.js";
import "./morewords.js";
import { shareAlbum } from "./shareentry.js";
import { albumView, Views } from "./views.js";
import { quoted, text } from "./words.js";

/** The time before a service that does not answer is asked again, in milliseconds. */
const retryDelay = 3000;
/** The time for which what the service tells waits for more of it, and for the response to what was done here. */
const tellingDelay = 250;

/** The pages of albums: the grid of all, one album, and one's own photos when some are chosen for an album. */
export class AlbumPages {
  #gallery;
  #grid = new Albums();
  #header = new AlbumHeader();
  #selection;
  #choosing;
  #arrivals = new Arrivals((album, ids) => this.#addArrivals(album, ids));
  /** Albums that were open, each with the tag of what is known of it. */
  #known = new Map();
  /** The id of the album that is open; `null` while none is. */
  #openID = null;
  /** Whether the grid was begun for the account that it is for, and where it was left. */
  #isGridBegun = false;
  #gridPlace = 0;
  #isReading = false;
  #isMissing = false;
  /** What the service has told of albums lately, by their ids, the newest of each. */
  #told = new Map();

  constructor(gallery) {
    this.#gallery = gallery;
    this.#selection = new AlbumSelection(gallery, this);
    this.#choosing = new Choosing(gallery);
    Object.assign(this.#choosing, {
      chosen: async (id, ids) => this.#selection.add(await this.#album(id), ids),
      titleOf: async (id) => (await this.#album(id)).title,
    });
    Object.assign(this.#grid, {
      opened: (id) => gallery.choose(albumView(id)),
      creates: () => gallery.attempt(() => this.#createAndOpen()),
      known: (id) => gallery.views.photo(id),
      changed: () => this.#sayWhetherEmpty(),
    });
    this.#header.chosen = (name) => gallery.attempt(() => this.#act(name));
    this.#selection.arrange(() => this.#open);
    const awake = () => { if (document.visibilityState === "visible") this.#wake(); };
    addEventListener("focus", awake);
    document.addEventListener("visibilitychange", awake);
  }

  /** `true` if the wall has nothing to read. */
  get takesOver() { return this.#gallery.views.name === "albums" || this.#isMissing; }

  /**
   * Shows what the view has of albums, and says whether it has photos too.
   *
   * @param {?string} choosingFor The album for which some of them are chosen.
   */
  async show(choosingFor) {
    const { views } = this.#gallery;
    const { name, kind } = views;
    [this.#openID, this.#isMissing] = [kind.album ?? null, false];
    await this.#choosing.show(choosingFor);
    if (name !== "albums" && kind.album === undefined) return true;
    // Nothing is read of an album before it is known for whom.
    this.#isMissing = true;
    return this.#persist(async () => {
      await this.#gallery.signIn.know();
      if (views.name !== name) return false;
      if (kind.album !== undefined) return this.#showAlbum(kind.album);
      this.#showGrid();
      return false;
    });
  }

  /** Takes off what the view has of albums, as another one comes. */
  leave() {
    if (this.#gallery.views.name === "albums") this.#gridPlace = scrollY;
    [this.#openID, this.#isMissing] = [null, false];
    this.#choosing.show(null);
    this.#showDestination(null);
    document.title = "Woof";
  }

  /** Forgets what was read, as somebody else may have signed in. */
  forget() {
    this.#known.clear();
    this.#isGridBegun = false;
  }

  /** Reads more of the grid, where it is shown. */
  async more() {
    if (!this.#isGridBegun || this.#isReading) return;
    this.#isReading = true;
    await this.#gallery.attempt(() => this.#persist(() => this.#grid.more()));
    this.#isReading = false;
  }

  /** Shows how many photos there are by now. */
  drawn() { if (this.#open) this.#draw(); }

  /** Says what can be done to photos in the album that is open. */
  offered(photos) { return this.#open ? this.#selection.offered(this.#open, photos) : []; }

  /** Says that the album that is open has no photos. */
  sayEmpty() {
    const add = button("primary", text.albums.addPhotos);
    add.addEventListener("click", () => this.#header.chosen("addPhotos"));
    const isFor = this.#open && addsTo(this.#gallery.views.account, this.#open);
    this.#gallery.sayEmpty(text.albums.empty, ...(isFor ? [add] : []));
  }

  /** Does something with photos: `pick`, or what ``offered`` names. */
  async arrange(name, ids) {
    const album = this.#open;
    if (name === "toAlbum") return this.#selection.addToChosen(ids);
    if (name === "pick") return this.#choosing.take(ids);
    if (name === "remove") return this.#selection.remove(album, ids);
    if (name === "cover") return this.#selection.cover(album, ids[0]);
    return this.#selection.step(album, ids[0], name === "earlier" ? -1 : 1);
  }

  /** Adds a photo that was uploaded to an album, with those that come soon after it. */
  collect(album, id) { this.#arrivals.take(album, [id]); }

  /** Has somebody make an album, and gives it; `null` where nobody does. */
  async create() {
    const album = await createAlbum();
    if (album !== null) this.take(album);
    return album;
  }

  /** Takes an album as it is after it was changed here. */
  take(album) {
    const before = this.#known.get(album.id)?.album;
    this.#put(album, null);
    // Somebody else has changed it meanwhile.
    if (before && album.version > before.version + 1) this.#gallery.views.refresh(albumView(album.id)).catch(() => {});
  }

  /** Reads an album where it has changed, and its photos with it. */
  async check(id) {
    const known = this.#known.get(id);
    const read = await readAlbum(id, known?.tag);
    if (read === null) return;
    this.#put(read.album, read.tag);
    if (known?.album.version !== read.album.version) await this.#gallery.views.refresh(albumView(id));
  }

  /** Takes what the service tells of an album: how it is by now, or that it is gone. */
  told(change) {
    if (this.#told.size === 0) setTimeout(() => this.#gallery.attempt(() => this.#takeTold()), tellingDelay);
    this.#told.set(change.id, change);
  }

  async #takeTold() {
    const changes = [...this.#told.values()];
    this.#told.clear();
    const isGridShown = this.#gallery.views.name === "albums" && this.#isGridBegun;
    let isOpenChanged = false;
    for (const { change: _token, kind, reason: _reason, ...album } of changes) {
      const known = this.#known.get(album.id)?.album;
      // What was done here has been taken already.
      if (known !== undefined && known.version >= album.version) continue;
      isOpenChanged ||= album.id === this.#openID;
      if (kind === "album-withdrawn") {
        if (album.id !== this.#openID) this.#known.delete(album.id);
        this.#grid.remove(album.id);
      } else {
        if (known !== undefined && album.id !== this.#openID) this.#put(album, null);
        if (isGridShown) this.#grid.put(album);
      }
    }
    if (isGridShown) await this.#grid.complete();
    if (isOpenChanged) await this.#checkOpen();
  }

  #put(album, tag) {
    this.#known.set(album.id, { album, tag });
    this.#grid.take(album);
    if (album.id === this.#openID && !this.#isMissing) this.#draw();
  }

  /** An album, read where it is not known. */
  async #album(id) {
    if (!this.#known.has(id)) await this.check(id);
    return this.#known.get(id).album;
  }

  get #open() { return this.#isMissing ? undefined : this.#known.get(this.#openID)?.album; }

  /** Does what may fail for a time, for as long as the view is the same. */
  async #persist(action) {
    const { name } = this.#gallery.views;
    let hasFailed = false;
    for (;;) {
      try {
        const result = await action();
        if (hasFailed) this.#gallery.say("");
        return result;
      } catch (error) {
        if (error.status < 500) throw error;
        hasFailed = true;
        this.#gallery.say(text.unreachable, true);
        await new Promise((done) => setTimeout(done, retryDelay));
        if (this.#gallery.views.name !== name) return false;
      }
    }
  }

  #showGrid() {
    const { main, views, say } = this.#gallery;
    if (!this.#grid.element.isConnected) main.append(this.#grid.element);
    const isBegun = this.#isGridBegun;
    if (!isBegun) this.#grid.begin(views.account);
    this.#isGridBegun = true;
    say("");
    if (!isBegun) return this.more();
    scrollTo(0, this.#gridPlace);
    this.#sayWhetherEmpty();
    this.#gallery.attempt(() => this.#grid.refresh());
  }

  #sayWhetherEmpty() {
    const { views, sayEmpty } = this.#gallery;
    if (views.name !== "albums") return;
    if (!this.#grid.isEmpty) return sayEmpty(null);
    if (views.account === null) return sayEmpty(text.albums.nonePublic);
    const create = button("primary create-album", text.albums.create);
    create.addEventListener("click", () => this.#grid.creates());
    sayEmpty(text.albums.none, create);
  }

  async #showAlbum(id) {
    const { views, main } = this.#gallery;
    const isKnown = this.#known.has(id);
    try {
      if (!isKnown) {
        const { album, tag } = await readAlbum(id);
        this.#put(album, tag);
      }
    } catch (error) {
      if (error.status !== 404) throw error;
      if (views.kind.album === id) this.#sayMissing();
      return false;
    }
    if (views.kind.album !== id) return false;
    this.#isMissing = false;
    main.prepend(this.#header.element);
    this.#draw();
    this.#header.focus();
    if (isKnown) this.#gallery.attempt(() => this.check(id));
    return true;
  }

  #sayMissing() {
    const { main, wall, views, say, choose, sayEmpty } = this.#gallery;
    this.#isMissing = true;
    main.replaceChildren();
    wall.begin(views.kind.heading);
    const all = button("primary", text.albums.all);
    all.addEventListener("click", () => choose("albums"));
    say("");
    sayEmpty(text.albums.gone, all);
  }

  #draw() {
    const { views, toolbar } = this.#gallery;
    const album = this.#open;
    const { photos } = views;
    this.#header.show(album, views.account, photos.isComplete ? photos.list.length : album.photoCount);
    document.title = `${album.title} · Woof`;
    this.#showDestination(addsTo(views.account, album) ? album : null);
    toolbar.show();
  }

  #showDestination(album) { this.#gallery.adding.destination = album; }

  async #createAndOpen() {
    const album = await this.create();
    if (album !== null) await this.#gallery.choose(albumView(album.id));
  }

  /** Does with the album that is open what its header offers. */
  async #act(name) {
    const { views, notice } = this.#gallery;
    const album = this.#open;
    if (name === "addPhotos") return this.#choosing.begin(album.id);
    if (name === "share") return shareAlbum(album);
    if (name === "download") return this.#header.whileBusy(name, () => this.#download(album));
    if (name === "people") return showContributors(album, (changed) => this.take(changed));
    if (name === "edit") {
      const changed = await changeAlbum(album);
      return changed && this.take(changed);
    }
    const isDone = name === "delete" ? await dropAlbum(album) : await leaveAlbum(album, views.account);
    if (!isDone) return;
    this.#known.delete(album.id);
    this.#grid.remove(album.id);
    history.replaceState(null, "", Views.address("albums"));
    await this.#gallery.show("albums");
    notice.show((name === "delete" ? text.albums.deleted : text.albums.left)(quoted(album.title)));
  }

  async #download({ id }) {
    const { downloadAlbum } = await import("./download.js");
    await downloadAlbum(id, this.#gallery.notice);
  }

  async #addArrivals(id, ids) {
    try {
      await this.#selection.add(await this.#album(id), ids);
    } catch (error) {
      // What did not come to the service is sent again.
      if (error instanceof TypeError) throw error;
      this.#gallery.notice.show(error.message);
    }
  }

  /** Somebody looks at the page again, which other pages may have made old. */
  #wake() {
    const { views, attempt } = this.#gallery;
    if (views.name === "albums" && this.#isGridBegun) attempt(() => this.#grid.refresh());
    attempt(() => this.#checkOpen());
  }

  /** Reads the album that is open where it has changed, and says where it is gone. */
  async #checkOpen() {
    const id = this.#openID;
    if (id === null || this.#isMissing) return;
    try {
      await this.check(id);
    } catch (error) {
      if (error.status !== 404 || this.#gallery.views.kind.album !== id) throw error;
      this.#known.delete(id);
      this.#sayMissing();
    }
  }
}
