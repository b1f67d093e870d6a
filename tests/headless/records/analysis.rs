//! Evaluation of each ply.

use icochess::computer::analysis::{Analysis, AnalysisRequest};
use icochess_engine::score::MATE;

use super::*;

#[test]
fn every_ply_of_the_line_gets_a_value() {
    let mut table = Table::new();
    table.load("1. f3 e5 2. g4 Qh4# 0-1");
    table.step(Step::Start);
    table.ask(AnalysisRequest::Start);
    assert!(table.get::<Analysis>().is_running);
    table.wait(|table| (!table.get::<Analysis>().is_running).then_some(()));
    let analysis = table.get::<Analysis>().clone();
    assert_eq!((analysis.done, analysis.total), (5, 5));
    let value = |ply: usize| analysis.value(table.node(ply)).unwrap();
    assert_eq!(value(4), -MATE);
    // Black mates with the next move.
    assert_eq!(value(3), 1 - MATE);
    let best = |ply: usize| analysis.best(table.node(ply));
    assert_eq!(best(3).unwrap().san, "Qh4#");
    assert_eq!(best(4), None);
    // The mate was the best move, and no other mates.
    assert!(analysis.second(table.node(3)).unwrap() > -MATE / 2);
    assert_eq!(analysis.second(table.node(2)), None);
    assert!(value(0).abs() < 150, "{}", value(0));
    // A second start has nothing left to do.
    table.ask(AnalysisRequest::Start);
    assert!(!table.get::<Analysis>().is_running);
    assert_eq!(*table.get::<Analysis>(), analysis);
}

#[test]
fn analysis_stops_on_request_and_with_the_game() {
    let mut table = Table::new();
    table.load("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *");
    table.ask(AnalysisRequest::Start);
    table.wait(|table| (table.get::<Analysis>().done >= 2).then_some(()));
    table.ask(AnalysisRequest::Stop);
    let stopped = table.get::<Analysis>().clone();
    assert!(!stopped.is_running && stopped.done < stopped.total);
    assert!(stopped.value(NodeId::ROOT).is_some());
    table.frames(20);
    assert_eq!(*table.get::<Analysis>(), stopped);
    // The analysis resumes where it stopped.
    table.ask(AnalysisRequest::Start);
    assert!(table.get::<Analysis>().done >= stopped.done);
    assert_eq!(table.game().record().path().len(), stopped.total);
    table.load("1. d4 *");
    assert_eq!(*table.get::<Analysis>(), Analysis::default());
}
