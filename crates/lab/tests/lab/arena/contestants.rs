//! Parsing of contestants, values files and positions.

use std::path::Path;

use icochess_boards::{Chess, Icochess, Raumschach, Variant};
use icochess_engine::{Algorithm, Evaluated, SearchFeature, SearchFeatures};
use icochess_lab::arena::{Bench, Contestant, bench, read_positions};
use icochess_rules::{GameTree, Position};

use super::contestant;

#[test]
fn contestants_are_parsed() {
    let full = contestant("strong:nodes=7:depth=3:seed=9:threads=2:level=4:values=a.ron:tc=10+0.5");
    assert_eq!(
        (full.player.level, full.player.seed, full.threads),
        (4, 9, 2)
    );
    assert_eq!(
        (full.time_control.nodes, full.time_control.depth),
        (Some(7), Some(3))
    );
    let clock = full
        .time_control
        .clock
        .map(|(base, each)| (base.as_millis(), each.as_millis()));
    assert_eq!(clock, Some((10_000, 500)));
    assert_eq!(full.values.as_deref(), Some("a.ron".as_ref()));
    let strong = contestant("Strong");
    assert_eq!(
        strong.time_control.move_time.map(|time| time.as_millis()),
        Some(100)
    );
    assert_eq!(strong.player.level, 18);
    let value = contestant("value");
    assert_eq!(
        (value.player.algorithm, value.player.level),
        (Algorithm::Value, 1)
    );
    assert_eq!(value.time_control.move_time, None);
    let soft = contestant("strong:soft-nodes=5000").time_control;
    assert_eq!((soft.soft_nodes, soft.move_time), (Some(5000), None));
    // Features of the board and others.
    let has = |features: SearchFeatures| features.has(SearchFeature::Continuation);
    for (text, on_raumschach, on_chess) in [
        ("strong", false, true),
        ("strong:with=continuation", true, true),
        ("strong:without=continuation", false, false),
        (
            "strong:with=continuation:without=continuation",
            false,
            false,
        ),
        ("strong:without=killers:with=continuation", true, true),
    ] {
        let named = contestant(text);
        let features = named.features::<Raumschach>();
        assert_eq!(has(features), on_raumschach, "{text}");
        assert_eq!(has(named.features::<Chess>()), on_chess, "{text}");
    }
}

#[test]
fn file_name_may_contain_setting_separators() {
    for (text, file, nodes) in [
        (r"strong:values=C:\new\a.ron", r"C:\new\a.ron", None),
        (r"strong:values=C:\a.ron:nodes=50", r"C:\a.ron", Some(50)),
        ("strong:nodes=50:values=D:/a.ron", "D:/a.ron", Some(50)),
        ("strong:values=/x/b=3.ron:nodes=7", "/x/b=3.ron", Some(7)),
        ("strong:values=12:30.ron", "12:30.ron", None),
        ("strong:values=a:b=c:nodes=7", "a:b=c", Some(7)),
        (r"strong:values=\\?\C:\x.ron", r"\\?\C:\x.ron", None),
    ] {
        let named = contestant(text);
        assert_eq!(named.values.as_deref(), Some(Path::new(file)), "{text}");
        assert_eq!(named.time_control.nodes, nodes, "{text}");
        assert_eq!(named.to_string(), text);
    }
    // Elsewhere a colon separates settings.
    for text in [
        "strong:level=3:x",
        "strong:values=a:nodes=0",
        "strong:values=a:values=b",
    ] {
        assert!(text.parse::<Contestant>().is_err(), "{text}");
    }
}

#[test]
fn invalid_contestant_is_refused_with_the_reason() {
    for (text, expected) in [
        ("", "there is no algorithm"),
        ("weak", "there is no algorithm"),
        ("strong:", "\"\" is no setting"),
        ("strong:fast", "\"fast\" is no setting"),
        ("strong:power=3", "no setting \"power\""),
        ("strong:level=0", "from 1 to 18"),
        ("strong:level=19", "from 1 to 18"),
        ("strong:level=x", "\"x\" of \"level\""),
        ("strong:nodes=0", "a number from 1"),
        ("strong:nodes=5:nodes=6", "\"nodes\" is given twice"),
        ("strong:time=0", "seconds above 0"),
        ("strong:time=-1", "seconds above 0"),
        ("strong:time=NaN", "seconds above 0"),
        ("strong:time=inf", "seconds above 0"),
        ("strong:tc=1+x", "such as 10+0.1"),
        ("strong:tc=0+1", "such as 10+0.1"),
        ("strong:tc=1+1:time=1", "only one of"),
        ("strong:threads=0", "from 1 to 256"),
        ("strong:depth=0", "from 1 to 100"),
        ("strong:with=luck", "luck"),
        ("strong:values=", "the name of a file"),
        ("value:seed=\u{1b}", "\\u{1b}"),
    ] {
        let error = text.parse::<Contestant>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn values_file_is_used_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.ron");
    let named = contestant(&format!("strong:nodes=100:values={}", file.display()));
    let error = named.evaluator::<Chess>().unwrap_err().to_string();
    assert!(error.contains("values.ron"), "{error}");
    std::fs::write(&file, Icochess::VALUES).unwrap();
    assert!(named.evaluator::<Icochess>().is_ok());
    // The values are for another board.
    assert!(named.evaluator::<Chess>().is_err());
    std::fs::write(&file, "nothing").unwrap();
    assert!(named.evaluator::<Icochess>().is_err());
}

#[test]
fn positions_are_read_from_text() {
    let start = Position::<Chess>::start();
    let read = read_positions::<Chess>(&format!("# one\n\n{start}\r\n")).unwrap();
    assert_eq!(read, [GameTree::new(start)]);
    for (text, expected) in [
        ("# none\n", "no position"),
        ("\nrubbish", "line 2: "),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "line 1: the game is over"),
    ] {
        let error = read_positions::<Chess>(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn bench_nodes_are_reproducible() {
    let by = Bench {
        depth: Some(3),
        hash: 1,
        ..Bench::default()
    };
    for variant in Variant::ALL {
        let [Some(once), Some(again)] = [(); 2].map(|()| bench(variant, &by)) else {
            // The board has no engine support.
            continue;
        };
        let [once, again] = [once, again].map(|done| done.expect("the built-in positions"));
        assert_eq!((once.positions, once.depth), (13, 3));
        assert!(once.nodes > 1000);
        assert_eq!(once.nodes, again.nodes);
    }
}
