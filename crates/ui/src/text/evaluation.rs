//! The evaluation bar, which shows the advantage as a share of the bar and in pawns.

use bevy::prelude::*;
use bevy::text::FontSize;

use crate::style::theme;
use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_engine::Score;
use icochess_engine::score::is_mate;
use icochess_message::{Msg, msg};
use icochess_play::computer::{Computer, Evaluation};

/// The evaluation bar, shown only if switched on.
#[derive(Component, Debug, Clone, Copy)]
pub struct EvaluationBar;

/// White's part of a bar, from the bottom.
#[derive(Component, Debug, Clone, Copy)]
pub struct WhiteShare;

/// The number on a bar.
#[derive(Component, Debug, Clone, Copy)]
pub struct EvaluationText;

/// Advantage at which a win is ten times as likely as a loss, in centipawns, as on the Elo scale.
const TENFOLD: f32 = 400.0;

/// Returns White's share of a bar, 0 to 1, by the logistic function.
pub fn white_share(score: Score) -> f32 {
    1.0 / (1.0 + 10_f32.powf(-score as f32 / TENFOLD))
}

/// Returns a score in pawns, from White's point of view.
pub fn words(Evaluation(score): Evaluation) -> Msg {
    match score {
        None => Msg::nothing(),
        Some(score) if is_mate(score) => {
            if score > 0 {
                msg!("mate-for-white")
            } else {
                msg!("mate-for-black")
            }
        }
        // Rounds first, so that a rounded 0 has no sign.
        Some(score) => match (score as f32 / 10.0).round() as i32 {
            0 => Msg::decimal("0.0".to_owned()),
            tenths => Msg::decimal(format!("{:+.1}", tenths as f32 / 10.0)),
        },
    }
}

/// Returns the bundle of a bar laid out by `node`, with text of this size.
pub fn bar(node: Node, size: FontSize) -> impl Bundle {
    (
        EvaluationBar,
        Name::new("evaluation bar"),
        Node {
            position_type: PositionType::Absolute,
            flex_direction: FlexDirection::ColumnReverse,
            display: Display::None,
            ..node
        },
        BackgroundColor(theme::BAR_BLACK),
        Pickable::IGNORE,
        children![
            (
                WhiteShare,
                Node {
                    width: percent(100),
                    height: percent(50),
                    ..default()
                },
                BackgroundColor(theme::BAR_WHITE),
                Pickable::IGNORE,
            ),
            (
                EvaluationText,
                Node {
                    position_type: PositionType::Absolute,
                    bottom: percent(100),
                    right: px(0),
                    ..default()
                },
                theme::text("", size, theme::TEXT),
                Pickable::IGNORE,
            ),
        ],
    )
}

/// The systems that fill the bars.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EvaluationSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_bars
            .run_if(Sources::changed.or_else(any_bar_added))
            .in_set(EvaluationSystems)
            .in_set(AppSystems::Feedback),
    );
}

watched! {
    /// The resources behind the bars.
    struct Sources {
        evaluation: Res<'w, Evaluation>,
        computer: Res<'w, Computer>,
        language: Res<'w, Words>,
    }
}

fn any_bar_added(bars: Query<(), Added<EvaluationBar>>) -> bool {
    !bars.is_empty()
}

fn update_bars(
    from: Sources,
    mut bars: Query<&mut Node, With<EvaluationBar>>,
    mut shares: Query<&mut Node, (With<WhiteShare>, Without<EvaluationBar>)>,
    mut texts: Query<&mut Text, With<EvaluationText>>,
) {
    let display = if from.computer.evaluation_bar {
        Display::Flex
    } else {
        Display::None
    };
    for mut bar in &mut bars {
        if bar.display != display {
            bar.display = display;
        }
    }
    // Leaves hidden bars unchanged, so that the panel isn't redrawn.
    if !from.computer.evaluation_bar {
        return;
    }
    // Uses whole percents, because finer steps would be invisible.
    let share = (100.0 * white_share(from.evaluation.0.unwrap_or(0))).round();
    for mut node in &mut shares {
        if node.height != percent(share) {
            node.height = percent(share);
        }
    }
    let words = from.language.say(&words(*from.evaluation));
    for mut text in &mut texts {
        if text.0 != words {
            text.0.clone_from(&words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_is_even_without_advantage_and_stays_in_range() {
        assert!((white_share(0) - 0.5).abs() < 1e-6);
        assert!((white_share(400) - 10.0 / 11.0).abs() < 1e-3);
        assert!((white_share(-250) + white_share(250) - 1.0).abs() < 1e-6);
        for score in [-30_000, 30_000] {
            assert!((0.0..=1.0).contains(&white_share(score)));
        }
        let english = Words::default();
        let shown = |evaluation| english.english(&words(evaluation));
        assert_eq!(shown(Evaluation(Some(-130))), "-1.3");
        for nothing in [-4, 0, 4] {
            assert_eq!(shown(Evaluation(Some(nothing))), "0.0");
        }
        assert_eq!(shown(Evaluation(Some(-5))), "-0.1");
        assert_eq!(shown(Evaluation(Some(1204))), "+12.0");
        assert_eq!(shown(Evaluation(Some(29_990))), "+mate");
        assert_eq!(shown(Evaluation(None)), "");
    }
}
