-- As the file's schema (../schema.sql), with the owners of games.
CREATE TABLE game (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rules BIGINT NOT NULL,
    board TEXT NOT NULL,
    start TEXT,
    time TEXT NOT NULL,
    white_name TEXT,
    black_name TEXT,
    invited TEXT NOT NULL,
    clocks TEXT,
    offers TEXT NOT NULL,
    due_ms BIGINT,
    ended TEXT,
    changed_ms BIGINT NOT NULL,
    -- Node that may change the game, while it lives. A node that is missing is dead.
    owner BIGINT
);

CREATE INDEX game_due ON game (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX game_changed ON game (changed_ms);

CREATE TABLE move (
    game BIGINT NOT NULL REFERENCES game ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    uci TEXT NOT NULL,
    left_ms BIGINT,
    used_ms BIGINT,
    UNIQUE (game, ply)
);

CREATE TABLE secret (
    hash BYTEA NOT NULL PRIMARY KEY,
    game BIGINT NOT NULL REFERENCES game ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('white', 'black', 'invitation', 'watch')),
    UNIQUE (game, role)
);

-- Numbers are never used again, so that a number stands for one lease.
CREATE TABLE node (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);

CREATE TABLE code (
    code TEXT NOT NULL PRIMARY KEY,
    game BIGINT NOT NULL UNIQUE REFERENCES game ON DELETE CASCADE,
    until TIMESTAMPTZ NOT NULL
);

-- Wrong codes from everybody, in windows of ten minutes.
CREATE TABLE wrong_codes (
    time_window BIGINT NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL
);
