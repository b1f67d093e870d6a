//! Generic tests on all boards, including future ones.

/// Runs a function that is generic over [`Evaluated`](icochess_engine::Evaluated) on every board
/// with engine support.
macro_rules! on_every_board {
    ($test:ident) => {{
        struct Test;

        impl icochess_boards::OnEvaluated for Test {
            type Output = ();

            fn run<B: icochess_engine::Evaluated>(self) {
                $test::<B>();
            }
        }

        for variant in icochess_boards::Variant::ALL {
            variant.on_evaluated(Test);
        }
    }};
}
