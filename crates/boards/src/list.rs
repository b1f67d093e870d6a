// The boards, for the library and its tests, in the order shown to players. Each entry is a folder
// and its rule sets. The first is the default.
boards! {
    pub mod icochess: #[default] Icochess;
    pub mod chess: Chess;
    pub mod octhex146: OctHex146;
    pub mod startrek3d: StarTrek3d, StarTrek3dAdjacent;
    pub mod raumschach: Raumschach;
}
