/// A publisher, and what goes with it. (Placeholder of the room; removed with the first real file.)
enum Placeholder {}
