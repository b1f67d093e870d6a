//! Accuracy of each side's moves, by lichess' formula (<https://lichess.org/page/accuracy>).

use icochess_rules::Side;

/// Returns each side's accuracy, from 0 to 100, or `None` for a side without moves. Takes White's
/// winning chances, from 0 to 1, at the start and after each move, and the side of the first move.
///
/// The accuracy is midway between two means over the moves: the mean weighted by the volatility of
/// the game, and the harmonic mean, which punishes single blunders.
pub fn accuracy(chances: &[f64], first: Side) -> [Option<f64>; 2] {
    let percents: Vec<f64> = chances.iter().map(|chance| 100.0 * chance).collect();
    let moves = percents.windows(2).enumerate().map(|(ply, around)| {
        let mover = if ply.is_multiple_of(2) { first } else { !first };
        let lost = match mover {
            Side::White => around[0] - around[1],
            Side::Black => around[1] - around[0],
        };
        (mover, of_move(lost), volatility(&percents, ply))
    });
    let moves: Vec<(Side, f64, f64)> = moves.collect();
    Side::ALL.map(|side| {
        let (mut count, mut inverse) = (0.0_f64, 0.0_f64);
        let (mut weighted, mut weights) = (0.0_f64, 0.0_f64);
        for &(_, accuracy, weight) in moves.iter().filter(|it| it.0 == side) {
            count += 1.0;
            // A single move without any accuracy must not decide the game.
            inverse += 1.0 / accuracy.max(1.0);
            weighted += weight * accuracy;
            weights += weight;
        }
        (count > 0.0).then(|| f64::midpoint(weighted / weights, count / inverse))
    })
}

/// Returns the accuracy of a move, from 0 to 100, that lost this much winning chance, in percent.
fn of_move(lost: f64) -> f64 {
    if lost <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the volatility around a move: the standard deviation of the chances, in percent, in a
/// window that ends after the move. The window has a tenth of the game's length, and the bounds are
/// those of lichess (`AccuracyPercent.scala` in github.com/lichess-org/lila).
fn volatility(percents: &[f64], ply: usize) -> f64 {
    let size = ((percents.len() - 1) / 10).clamp(2, 8);
    let start = (ply + 2).saturating_sub(size);
    let window = &percents[start..start + size];
    let size = size as f64;
    let mean = window.iter().sum::<f64>() / size;
    let squares: f64 = window.iter().map(|it| (it - mean).powi(2)).sum();
    (squares / size).sqrt().clamp(0.5, 12.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_follows_the_formula() {
        assert_eq!(accuracy(&[0.5], Side::White), [None, None]);
        assert_eq!(accuracy(&[0.5, 0.6], Side::White), [Some(100.0), None]);
        let [white, black] = accuracy(&[0.5, 0.5, 0.9], Side::White).map(Option::unwrap);
        assert!((white - 100.0).abs() < 1e-9 && (black - 14.91).abs() < 0.01);
        // White's second move loses 20% where the game is twenty times as volatile: the means are
        // 42.88 and 57.16.
        let chances = [0.5, 0.5, 0.5, 0.3];
        let [white, _] = accuracy(&chances, Side::White);
        assert!((white.unwrap() - 50.02).abs() < 0.01, "{white:?}");
        // Black begins, and has White's chances.
        let mirrored = chances.map(|chance| 1.0 - chance);
        let [_, black] = accuracy(&mirrored, Side::Black);
        assert!((black.unwrap() - 50.02).abs() < 0.01, "{black:?}");
        // The window of a long game never leaves it.
        for length in 1..200_u32 {
            let chances: Vec<f64> = (0..length).map(|ply| f64::from(ply % 3) / 4.0).collect();
            let within = |it: f64| (0.0..100.001).contains(&it);
            let sides = accuracy(&chances, Side::White);
            assert!(
                sides.into_iter().flatten().all(within),
                "{length}: {sides:?}"
            );
        }
    }
}
