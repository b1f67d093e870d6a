//! One test on all boards, those of the future too.

/// Runs a function that is generic over [`Evaluated`](icochess_engine::Evaluated) on every
/// board that the engine plays on.
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
