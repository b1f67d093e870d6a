//! What the runtime does with the session, and the player with the headset: on and off, menus, a
//! floor or none, the end. A proxy between game and runtime makes it happen.

use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::Vec3;
use serde_json::Value;

use crate::player::{FRAMES, HAND, HEAD, Player, Room};
use crate::support::process::Process;
use crate::support::remote::Side;
use crate::support::runnable;
use crate::support::turns::{alone, turn};
use crate::support::xr_protocol::{Event, Pulse, Setup, Tracking};

/// Long enough for what must not happen to happen.
const A_WHILE: Duration = Duration::from_millis(1500);

/// A room and a player with the proxy.
macro_rules! begin {
    ($name:literal, $setup:expr) => {{
        let Some(room) = Room::new($name, $name) else {
            return;
        };
        let player = Player::start_with_proxy(&room, concat!($name, "-game"), $setup);
        (room, player)
    }};
}

impl Player {
    /// The right hand's trigger goes down, whether or not the game heeds it.
    fn hold_trigger(&mut self) {
        self.driver.trigger(Side::Right, true);
        self.frames(10);
    }

    fn assert_nothing_is_selected(&mut self) {
        self.frames(10);
        let selected = self.pointing("selected");
        assert!(selected.is_null(), "{selected} is selected");
    }

    /// Lets the trigger go; from then on it works again.
    fn release_and_select(&mut self, tile: &str) {
        self.driver.trigger(Side::Right, false);
        self.frames(4);
        self.select(tile);
    }

    fn hand(&self, hand: &str) -> Value {
        let hands = self.inspector.query(&[HAND], &[]).expect("there are hands");
        let row = hands
            .iter()
            .find(|row| row.components[HAND]["hand"] == hand);
        row.expect("both hands are there").components[HAND].clone()
    }

    fn frames_begun(&self) -> u64 {
        let frames = self.inspector.resource(FRAMES).expect("frames are counted");
        frames["begun"].as_u64().expect("a number")
    }

    /// Brings the session back to FOCUSED after it was stopped.
    fn put_headset_on(&mut self) {
        self.enter(&["READY"]);
        self.frames(3);
        self.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    }
}

#[test]
fn a_trigger_that_is_down_when_the_hand_comes_back_is_no_press() {
    let _turn = turn();
    let (_room, mut player) = begin!("ghost", Setup::default());
    player.point("a4");
    // The controller is lost and found again.
    player.driver.switch(Side::Right, false);
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    player.driver.switch(Side::Right, true);
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    player.pull_trigger();
    // The system's menu is closed with the trigger.
    player.enter(&["VISIBLE"]);
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    player.enter(&["FOCUSED"]);
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    player.pull_trigger();
    // The runtime holds the game back while its menu is open, and tells of it afterwards.
    player.point("a4");
    player.proxy().hold_frame(Duration::from_secs(2));
    sleep(Duration::from_millis(300));
    player.driver.trigger(Side::Right, true);
    player.proxy().enter(&["VISIBLE", "FOCUSED"]);
    sleep(Duration::from_secs(2));
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    // A press that the menu cuts short goes on as nothing.
    player.point("g1");
    player.enter(&["VISIBLE"]);
    player.hold_trigger();
    player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    player.frames(10);
    assert_eq!(player.state()["moves"], Value::Array(vec![]));
}

#[test]
fn hands_rest_and_frames_keep_a_pace_while_the_headset_is_off() {
    let _alone = alone();
    let (_room, mut player) = begin!("off", Setup::default());
    player.driver.thumbstick(Side::Right, [1.0, 0.0]);
    player.grab(Side::Left);
    for off in [&["VISIBLE", "SYNCHRONIZED"][..], &["STOPPING"], &["IDLE"]] {
        player.enter(off);
        player.frames(2);
        for hand in ["Left", "Right"] {
            let input = player.hand(hand);
            assert_eq!(input["active"], false, "{off:?}: {input}");
            assert_eq!(input["grab"], false, "{off:?}: {input}");
            assert_eq!(
                input["turn"],
                serde_json::json!([0.0, 0.0]),
                "{off:?}: {input}"
            );
        }
    }
    let lay = player.place("tile a4").w_axis;
    // Nobody asks meanwhile: each answer is a frame.
    let before = player.frames_begun();
    let began = Instant::now();
    sleep(Duration::from_secs(3));
    let rate = (player.frames_begun() - before) as f32 / began.elapsed().as_secs_f32();
    println!("{rate:.1} frames a second while the headset is off");
    assert!((2.0..45.0).contains(&rate), "{rate} frames a second");
    assert!(
        player.place("tile a4").w_axis.distance(lay) < 1e-4,
        "the ball turns"
    );
    // And on again: in the middle of it all, the board is where it was.
    player.driver.thumbstick(Side::Right, [0.0, 0.0]);
    player.driver.squeeze(Side::Left, false);
    player.put_headset_on();
    player.select("a4");
    // IDLE and READY may come together, too.
    player.enter(&["VISIBLE", "SYNCHRONIZED", "STOPPING"]);
    player.frames(2);
    player.enter(&["IDLE", "READY"]);
    player.frames(3);
    player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    player.pull_trigger();
}

#[test]
fn another_program_takes_the_focus_and_gives_it_back() {
    let _turn = turn();
    let Some(room) = Room::new("focus", "focus") else {
        return;
    };
    let other = room
        .runtime
        .tool("hello_xr")
        .ok_or("hello_xr is not installed");
    let Some(other) = runnable("another program's focus", other.map_err(str::to_owned)) else {
        return;
    };
    let mut player = Player::start(&room, "focus-game");
    player.point("a4");
    let mut command = room.runtime.command(&other);
    command.args(["-g", "Vulkan2"]).stdin(Stdio::piped());
    let other = Process::start(command, "focus-other");
    player.wait("the focus to be lost", |p| {
        (p.session()?["state"] != "FOCUSED").then_some(())
    });
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    drop(other);
    player.wait("the focus to come back", |p| {
        (p.session()?["state"] == "FOCUSED").then_some(())
    });
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
}

/// The height of the head above what the game takes for the floor, metres.
fn head_height(player: &mut Player) -> f32 {
    player.place("head").w_axis.y
}

fn without_local_floor() -> Setup {
    Setup {
        hidden_extensions: vec!["XR_EXT_local_floor".into()],
        hidden_spaces: vec!["LOCAL_FLOOR".into()],
        ..Setup::default()
    }
}

#[test]
fn the_floor_comes_from_the_stage_where_there_is_no_local_floor() {
    let _turn = turn();
    let (_room, mut player) = begin!("stage", without_local_floor());
    let status = player.wait("the floor", |p| {
        let status = p.session()?;
        (status["floor"] == "STAGE").then_some(status)
    });
    assert_eq!(status["reference_space"], "LOCAL");
    let height = head_height(&mut player);
    assert!(
        (height - HEAD.y).abs() < 0.01,
        "the eyes are {height} m high"
    );
    player.select("a4");
}

#[test]
fn a_floor_that_is_found_late_seats_the_player_anew() {
    let _turn = turn();
    let Some(room) = Room::new("late", "late") else {
        return;
    };
    let setup = Some(without_local_floor());
    let mut player = Player::launch(&room, "late-game", setup, |_| {});
    player.proxy().stage_located(false);
    player.wait_until_seated();
    assert_eq!(player.session().unwrap()["floor"], "eye height");
    player.proxy().stage_located(true);
    player.wait("the board before the head, above the floor", |p| {
        let head = p.try_place("head")?.w_axis;
        let wanted = head + Vec3::new(0.0, -0.22, -0.80);
        let is_there = p.try_place("board")?.w_axis.distance(wanted) < 0.03;
        (is_there && (head.y - HEAD.y).abs() < 0.01).then_some(())
    });
    assert_eq!(player.session().unwrap()["floor"], "STAGE");
}

#[test]
fn who_puts_the_headset_on_is_seated_and_an_empty_one_is_not() {
    let _turn = turn();
    let Some(room) = Room::new("presence", "presence") else {
        return;
    };
    let setup = Setup {
        user_presence: true,
        // Offered and not asked for.
        blend_modes: vec!["ALPHA_BLEND".into()],
        refresh_rates: vec![72.0, 90.0],
        ..Setup::default()
    };
    let mut player = Player::launch(&room, "presence-game", Some(setup), |_| {});
    // It lies on the desk; the runtime has given it the focus all the same.
    player.proxy().inject(&[Event::UserPresence(false)]);
    player.wait("the focus", |p| {
        (p.session()?["state"] == "FOCUSED").then_some(())
    });
    sleep(2 * A_WHILE);
    assert_eq!(player.session().unwrap()["seated"], false);
    player.proxy().inject(&[Event::UserPresence(true)]);
    player.wait_until_seated();
    // Somebody else puts it on, elsewhere.
    player.proxy().inject(&[Event::UserPresence(false)]);
    let elsewhere = HEAD + Vec3::new(-0.5, 0.2, 0.3);
    player
        .driver
        .look(elsewhere.to_array(), (elsewhere + Vec3::NEG_Z).to_array());
    sleep(A_WHILE);
    player.proxy().inject(&[
        Event::EventsLost(3),
        Event::InteractionProfileChanged,
        Event::UserPresence(true),
    ]);
    player.wait("the board to come", |p| {
        let wanted = p.try_place("head")?.w_axis + Vec3::new(0.0, -0.22, -0.80);
        (p.try_place("board")?.w_axis.distance(wanted) < 0.03).then_some(())
    });
    let records = player.proxy().records();
    assert!(
        records
            .extensions
            .iter()
            .any(|name| name == "XR_EXT_user_presence")
    );
    assert_eq!(records.refresh_rates, Vec::<f32>::new());
    assert_eq!(records.frames.last().unwrap().blend_mode, "OPAQUE");
}

#[test]
fn a_seated_player_is_assumed_where_nothing_tells_the_floor() {
    let _turn = turn();
    let Some(room) = Room::new("seated", "seated") else {
        return;
    };
    fs::write(room.data().join("settings.ron"), "(seated_eye_height: 1.1)").unwrap();
    let mut setup = without_local_floor();
    setup.hidden_spaces.push("STAGE".into());
    let mut player = Player::start_with_proxy(&room, "seated-game", setup);
    let status = player.session().unwrap();
    assert_eq!(status["reference_space"], "LOCAL");
    assert_eq!(status["floor"], "eye height");
    let spaces = player.proxy().records().spaces;
    let floors: Vec<_> = spaces.iter().filter(|s| s.position[1] != 0.0).collect();
    assert!(
        floors.len() == 1 && floors[0].kind == "LOCAL" && floors[0].position == [0.0, -1.1, 0.0],
        "{spaces:?}"
    );
}

#[test]
fn the_board_waits_for_a_head_that_holds_still_and_is_listened_to() {
    let _turn = turn();
    let Some(room) = Room::new("still", "still") else {
        return;
    };
    let mut player = Player::launch(&room, "still-game", Some(Setup::default()), |_| {});
    // The headset is on its way to the head: 30 cm a second.
    let carried = |player: &mut Player, seconds: f32| {
        let began = Instant::now();
        let mut seated = false;
        while began.elapsed().as_secs_f32() < seconds {
            let height = 0.9 + 0.3 * (began.elapsed().as_secs_f32() % 2.0);
            let at = Vec3::new(0.4, height, 0.1);
            player.driver.look(at.to_array(), (at + Vec3::X).to_array());
            sleep(Duration::from_millis(10));
            seated |= player
                .session()
                .is_some_and(|status| status["seated"] == true);
        }
        seated
    };
    let mut waited = 0;
    while player
        .session()
        .is_none_or(|status| status["state"] != "FOCUSED")
    {
        assert!(
            !carried(&mut player, 0.5),
            "seated before the session is focused"
        );
        waited += 1;
        assert!(
            waited < 80,
            "never focused; the log:\n{}",
            player.game.log()
        );
    }
    assert!(!carried(&mut player, 4.0), "seated while the head moves");
    player
        .driver
        .look(HEAD.to_array(), (HEAD + Vec3::NEG_Z).to_array());
    player.wait_until_seated();
    let before_head = |player: &mut Player| {
        let wanted = player.place("head").w_axis + Vec3::new(0.0, -0.22, -0.80);
        player.place("board").w_axis.distance(wanted)
    };
    assert!(before_head(&mut player) < 0.03);

    // Recentred while a menu is open: the board stays until the player is back.
    player.enter(&["VISIBLE"]);
    let moved = HEAD + Vec3::new(0.5, -0.2, 0.3);
    player
        .driver
        .look(moved.to_array(), (moved + Vec3::NEG_Z).to_array());
    player
        .proxy()
        .inject(&[Event::Recentred("LOCAL_FLOOR".into())]);
    sleep(A_WHILE);
    assert!(
        before_head(&mut player) > 0.3,
        "the board has moved in the menu"
    );
    player.enter(&["FOCUSED"]);
    player.wait("the board to come before the player", |p| {
        (before_head(p) < 0.03).then_some(())
    });
}

#[test]
fn a_headset_that_knows_no_position_is_seated_all_the_same() {
    let _turn = turn();
    let Some(room) = Room::new("untracked", "untracked") else {
        return;
    };
    let mut player = Player::launch(&room, "untracked-game", Some(Setup::default()), |_| {});
    player.proxy().head_position(Tracking::Invalid);
    player.wait_until_seated();
    let board = player.place("board").w_axis;
    assert!(
        (board.y - (1.2 - 0.22)).abs() < 0.02,
        "the board is at {board}"
    );
    // Its position is found after all.
    player.proxy().head_position(Tracking::Tracked);
    player.wait("the board to come before the head", |p| {
        let wanted = p.place("head").w_axis + Vec3::new(0.0, -0.22, -0.80);
        let is_there = p.place("board").w_axis.distance(wanted) < 0.03;
        is_there.then_some(())
    });
}

#[test]
fn leaving_by_the_systems_menu_saves_and_ends_the_program() {
    let _turn = turn();
    let (room, mut player) = begin!("exiting", Setup::default());
    player.play("a4", "g1");
    player
        .proxy()
        .enter(&["VISIBLE", "SYNCHRONIZED", "STOPPING"]);
    sleep(Duration::from_millis(500));
    player.proxy().enter(&["IDLE", "EXITING"]);
    let status = player.game.wait_for_exit(Duration::from_secs(20));
    let log = player.game.log();
    assert!(status.is_some_and(|s| s.success()), "{status:?}\n{log}");
    assert!(!log.contains("goes on in the window"), "{log}");
    let saved = fs::read_to_string(room.data().join("current.pgn")).unwrap();
    assert!(saved.contains("1. "), "{saved}");
}

#[test]
fn what_is_lost_goes_on_in_the_window() {
    let _turn = turn();
    let ways: [(&str, fn(&mut Player)); 3] = [
        ("the session", |p| p.proxy().enter(&["LOSS_PENDING"])),
        ("the runtime, told before", |p| {
            p.proxy().inject(&[Event::InstanceLossPending]);
        }),
        ("the runtime", |p| p.proxy().lose_instance()),
    ];
    for (what, lose) in ways {
        let (_room, mut player) = begin!("lost", Setup::default());
        player.play("a4", "g1");
        let before = player.state();
        lose(&mut player);
        println!("lost: {what}");
        player.wait_for_window(&before);
    }
}

#[test]
fn a_runtime_that_blocks_for_ten_seconds_goes_on_in_the_headset() {
    let _turn = turn();
    let Some(mut room) = Room::new("blocked", "blocked") else {
        return;
    };
    let mut player = Player::start(&room, "blocked-game");
    // The watch begins after a while.
    player.frames(70);
    let runtime = room.runtime.service().child().id();
    let signal = |name: &str| {
        let status = Command::new("kill")
            .args([name, &runtime.to_string()])
            .status();
        assert!(status.is_ok_and(|status| status.success()));
    };
    signal("-STOP");
    sleep(Duration::from_secs(10));
    signal("-CONT");
    player.frames(10);
    assert_eq!(player.session().unwrap()["state"], "FOCUSED");
    player.select("a4");
}

#[test]
fn nobody_who_reads_what_is_said_is_needed_to_go_on_in_the_window() {
    let _turn = turn();
    let Some(mut room) = Room::new("unheard", "unheard") else {
        return;
    };
    let mut player = Player::launch(&room, "unheard-game", None, |command| {
        // As `icochess --vr 2>&1 | head -1` does.
        let mut piped = Command::new("sh");
        // The libraries of the runtime are not the shell's.
        let line = r#"LD_LIBRARY_PATH=$LIBRARIES "$0" "$@" 2>&1 | head -n 1"#;
        piped.args(["-c", line]);
        piped.arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            let name = match name.to_str() {
                Some("LD_LIBRARY_PATH") => OsStr::new("LIBRARIES"),
                _ => name,
            };
            match value {
                Some(value) => piped.env(name, value),
                None => piped.env_remove(name),
            };
        }
        *command = piped;
    });
    player.wait_until_seated();
    player.play("a4", "g1");
    let before = player.state();
    room.runtime.kill9();
    player.wait_for_window(&before);
}

#[test]
fn a_program_that_was_built_anew_says_that_the_game_is_saved() {
    let _turn = turn();
    let Some(mut room) = Room::new("rebuilt", "rebuilt") else {
        return;
    };
    let program = room.data().join("icochess");
    let mut player = Player::launch(&room, "rebuilt-game", None, |command| {
        fs::copy(command.get_program(), &program).unwrap();
        let mut copy = Command::new(&program);
        copy.args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => copy.env(name, value),
                None => copy.env_remove(name),
            };
        }
        *command = copy;
    });
    player.wait_until_seated();
    player.play("a4", "g1");
    fs::remove_file(&program).unwrap();
    room.runtime.kill9();
    let status = player.game.wait_for_exit(Duration::from_secs(20));
    let log = player.game.log();
    assert!(
        status.is_some_and(|status| !status.success()),
        "{status:?}\n{log}"
    );
    let told: Vec<_> = log
        .lines()
        .filter(|line| line.contains("started again"))
        .collect();
    assert!(
        told.len() == 1 && told[0].contains("The game is saved"),
        "{log}"
    );
    let saved = fs::read_to_string(room.data().join("current.pgn")).unwrap();
    assert!(saved.contains("1. "), "{saved}");
}

#[test]
fn the_eyes_get_as_many_points_as_are_wanted() {
    let _turn = turn();
    let Some(room) = Room::new("points", "points") else {
        return;
    };
    let eyes_at = |scale: f32| {
        let settings = format!("(render_scale: {scale:?})");
        fs::write(room.data().join("settings.ron"), settings).unwrap();
        let mut player = Player::start_with_proxy(&room, "points-game", Setup::default());
        player.frames(3);
        let frames = player.proxy().records().frames;
        frames.last().expect("a frame").eyes.clone()
    };
    let usual = eyes_at(1.0);
    assert_eq!(usual.len(), 2);
    let half = usual.iter().map(|size| size.map(|it| (it + 1) / 2));
    assert_eq!(eyes_at(0.5), half.collect::<Vec<_>>());
}

#[test]
fn the_runtime_is_asked_for_what_the_game_says_it_does() {
    let _turn = turn();
    let (_room, mut player) = begin!("asked", Setup::default());
    let right = "/user/hand/right";
    player.select("b1");
    player.wait("two pulses for a selection", |p| {
        let pulses = p.proxy().records().pulses;
        let is_one = |pulse: &&Pulse| {
            pulse.hand == right && pulse.amplitude == 0.5 && pulse.milliseconds == 15.0
        };
        (pulses.iter().filter(is_one).count() == 2).then_some(())
    });
    player.point("n4");
    let before = player.proxy().records().pulses.len();
    player.pull_trigger();
    player.wait("the pulse of a capture", |p| {
        let pulses = p.proxy().records().pulses.split_off(before);
        let is_it = |pulse: &&Pulse| (pulse.amplitude, pulse.milliseconds) == (0.8, 60.0);
        let felt: Vec<_> = pulses.iter().filter(is_it).collect();
        assert!(felt.iter().all(|pulse| pulse.hand == right), "{felt:?}");
        (felt.len() == 1).then_some(())
    });
    let records = player.proxy().records();
    // What matters less waits until what matters more is over.
    let capture = records
        .pulses
        .iter()
        .find(|pulse| pulse.amplitude == 0.8)
        .unwrap();
    let cut = records.pulses.iter().find(|pulse| {
        let after = pulse.at - capture.at;
        pulse.hand == right && after > 0.0 && after < 0.059 && pulse.amplitude < 0.8
    });
    assert_eq!(cut, None);
    assert!(
        records
            .extensions
            .iter()
            .any(|name| name == "XR_EXT_local_floor")
    );
    let index = "/interaction_profiles/valve/index_controller";
    assert!(
        records
            .bindings
            .iter()
            .any(|(profile, paths)| profile == index && paths.len() > 8)
    );
    assert!(
        records
            .spaces
            .iter()
            .any(|space| space.kind == "LOCAL_FLOOR")
    );
    let last = records.frames.last().unwrap();
    assert_eq!(last.layers, ["COMPOSITION_LAYER_PROJECTION"]);
    assert_eq!(last.blend_mode, "OPAQUE");
}
