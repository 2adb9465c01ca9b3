print("woof")
