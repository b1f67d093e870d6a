// The list of the boards, for the library and for its tests, in the order in which players are
// offered them: a folder, and the rule sets in it. What is first is the default.
boards! {
    pub mod icochess: #[default] Icochess;
    pub mod chess: Chess;
    pub mod octhex146: OctHex146;
    pub mod startrek3d: StarTrek3d, StarTrek3dAdjacent;
    pub mod raumschach: Raumschach;
}
