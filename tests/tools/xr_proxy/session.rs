//! The session: its states, events and frames.

use std::ptr;

use openxr::sys::{
    self, CompositionLayerBaseHeader, CompositionLayerFlags, CompositionLayerPassthroughFB,
    CompositionLayerProjection, EnvironmentBlendMode, EventDataBuffer, FrameBeginInfo,
    FrameEndInfo, FrameState, FrameWaitInfo, Instance, ReferenceSpaceType, Result as XrResult,
    Session, SessionBeginInfo, SessionCreateInfo, SessionState, Time,
};

use crate::common::lost;
use crate::functions::call;
use crate::pace;
use crate::protocol::{Event, Frame};
use crate::spaces::reference_space;
use crate::state::{setup, with};
use crate::times;

/// Returns the session state called `name`.
pub fn session_state(name: &str) -> Option<SessionState> {
    [
        SessionState::IDLE,
        SessionState::READY,
        SessionState::SYNCHRONIZED,
        SessionState::VISIBLE,
        SessionState::FOCUSED,
        SessionState::STOPPING,
        SessionState::LOSS_PENDING,
        SessionState::EXITING,
    ]
    .into_iter()
    .find(|state| format!("{state:?}") == name)
}

pub unsafe extern "system" fn create_session(
    instance: Instance,
    info: *const SessionCreateInfo,
    session: *mut Session,
) -> XrResult {
    let result = call!(CreateSession, instance, info, session);
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written the session.
        let made = unsafe { *session };
        with(|state| {
            state.session = made;
            state.reported = None;
            state.is_ended = false;
        });
    }
    result
}

pub unsafe extern "system" fn begin_session(
    session: Session,
    info: *const SessionBeginInfo,
) -> XrResult {
    if with(|state| std::mem::take(&mut state.is_ended)) {
        return XrResult::SUCCESS;
    }
    call!(BeginSession, session, info)
}

pub unsafe extern "system" fn end_session(session: Session) -> XrResult {
    let is_reported = with(|state| {
        let is_reported = state.reported == Some(SessionState::STOPPING);
        state.is_ended |= is_reported;
        is_reported
    });
    if is_reported {
        return XrResult::SUCCESS;
    }
    call!(EndSession, session)
}

pub unsafe extern "system" fn poll_event(
    instance: Instance,
    buffer: *mut EventDataBuffer,
) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    let injected = with(|state| {
        let event = state.injected.pop_front()?;
        if let Event::State(name) = &event {
            state.reported = session_state(name);
        }
        Some((event, state.session, state.clock.waited()))
    });
    if let Some((event, session, now)) = injected {
        // SAFETY: by specification, the buffer is as large as any event.
        unsafe { write_event(&event, session, now, buffer) };
        return XrResult::SUCCESS;
    }
    let result = call!(PollEvent, instance, buffer);
    with(|state| {
        // SAFETY: an event starts with its type.
        if result == XrResult::SUCCESS
            && unsafe { (*buffer).ty } == sys::EventDataSessionStateChanged::TYPE
        {
            // The runtime's own state applies again.
            state.reported = None;
        }
    });
    result
}

/// Writes an event to the game's buffer.
///
/// # Safety
///
/// `buffer` can be written to.
unsafe fn write_event(event: &Event, session: Session, now: i64, buffer: *mut EventDataBuffer) {
    // A pending change takes effect 0.2 s after its event.
    let soon = Time::from_nanos(now + 200_000_000);
    macro_rules! write {
        ($kind:ident { $($field:ident: $value:expr),* $(,)? }) => {
            // SAFETY: see this function's contract.
            unsafe {
                buffer.cast::<sys::$kind>().write(sys::$kind {
                    ty: sys::$kind::TYPE,
                    next: ptr::null(),
                    $($field: $value,)*
                })
            }
        };
    }
    match event {
        Event::State(name) => write!(EventDataSessionStateChanged {
            session: session,
            state: session_state(name).unwrap_or(SessionState::UNKNOWN),
            time: soon,
        }),
        Event::Recentred(name) => write!(EventDataReferenceSpaceChangePending {
            session: session,
            reference_space_type: reference_space(name).unwrap_or(ReferenceSpaceType::LOCAL),
            change_time: soon,
            pose_valid: false.into(),
            pose_in_previous_space: sys::Posef::IDENTITY,
        }),
        Event::UserPresence(is_present) => write!(EventDataUserPresenceChangedEXT {
            session: session,
            is_user_present: (*is_present).into(),
        }),
        Event::InteractionProfileChanged => {
            write!(EventDataInteractionProfileChanged { session: session });
        }
        Event::InstanceLossPending => write!(EventDataInstanceLossPending { loss_time: soon }),
        Event::EventsLost(count) => write!(EventDataEventsLost {
            lost_event_count: *count
        }),
    }
}

pub unsafe extern "system" fn wait_frame(
    session: Session,
    info: *const FrameWaitInfo,
    frame: *mut FrameState,
) -> XrResult {
    let (hold, is_blind) = with(|state| (std::mem::take(&mut state.hold), state.is_blind));
    std::thread::sleep(hold);
    if let Some(lost) = lost() {
        return lost;
    }
    if let Some(own) = pace::wait() {
        times::note_wait(own.predicted_display_time.as_nanos());
        // SAFETY: guaranteed by the caller. The `next` chain is kept.
        unsafe {
            *frame = FrameState {
                next: (*frame).next,
                ..own
            };
        }
        return XrResult::SUCCESS;
    }
    let result = call!(WaitFrame, session, info, frame);
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written the frame state.
        let frame = unsafe { &mut *frame };
        if is_blind {
            frame.should_render = false.into();
        }
        let display_time = frame.predicted_display_time;
        times::note_wait(display_time.as_nanos());
        with(|state| state.pace.note_wait(display_time, false));
    }
    result
}

pub unsafe extern "system" fn begin_frame(
    session: Session,
    info: *const FrameBeginInfo,
) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    times::note_begin();
    if with(|state| state.pace.start()) {
        return XrResult::SUCCESS;
    }
    call!(BeginFrame, session, info)
}

/// Returns the names of a layer's flags.
fn names(flags: CompositionLayerFlags) -> Vec<String> {
    let known = [
        (
            CompositionLayerFlags::BLEND_TEXTURE_SOURCE_ALPHA,
            "BLEND_TEXTURE_SOURCE_ALPHA",
        ),
        (
            CompositionLayerFlags::UNPREMULTIPLIED_ALPHA,
            "UNPREMULTIPLIED_ALPHA",
        ),
        (CompositionLayerFlags::INVERTED_ALPHA, "INVERTED_ALPHA"),
    ];
    let set = known.into_iter().filter(|(flag, _)| flags.contains(*flag));
    set.map(|(_, name)| name.to_owned()).collect()
}

/// Returns whether the proxy emulates a layer's extension.
///
/// # Safety
///
/// `layer` comes from a caller of `xrEndFrame`.
unsafe fn is_ours(layer: *const CompositionLayerBaseHeader) -> bool {
    // SAFETY: each layer starts with its type.
    setup().passthrough_layer && unsafe { (*layer).ty } == CompositionLayerPassthroughFB::TYPE
}

/// Returns the layers of a frame that the runtime supports.
///
/// # Safety
///
/// `info` comes from a caller of `xrEndFrame`.
unsafe fn known_layers(info: &FrameEndInfo) -> Vec<*const CompositionLayerBaseHeader> {
    let layers = match info.layer_count as usize {
        0 => &[][..],
        // SAFETY: see this function's contract.
        count => unsafe { std::slice::from_raw_parts(info.layers, count) },
    };
    let known = layers.iter().copied();
    // SAFETY: see this function's contract.
    known.filter(|layer| unsafe { !is_ours(*layer) }).collect()
}

pub unsafe extern "system" fn end_frame(session: Session, info: *const FrameEndInfo) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    // SAFETY: guaranteed by the caller. Each layer starts with its type, which identifies it, and
    // its flags.
    let (mut info, frame) = unsafe {
        let info = *info;
        let mut frame = Frame {
            layers: Vec::new(),
            flags: Vec::new(),
            blend_mode: format!("{:?}", info.environment_blend_mode),
            eyes: Vec::new(),
            passthrough_shown: None,
        };
        let mut pose = None;
        for layer in 0..info.layer_count as usize {
            let layer = *info.layers.add(layer);
            frame.layers.push(format!("{:?}", (*layer).ty));
            frame.flags.push(names((*layer).layer_flags));
            if is_ours(layer) {
                let room = (*layer.cast::<CompositionLayerPassthroughFB>()).layer_handle;
                let is_shown = with(|state| state.passthroughs.is_shown(room));
                frame.passthrough_shown = Some(is_shown && frame.passthrough_shown != Some(false));
            }
            if (*layer).ty == CompositionLayerProjection::TYPE {
                let projection = *layer.cast::<CompositionLayerProjection>();
                for view in 0..projection.view_count as usize {
                    let view = &*projection.views.add(view);
                    let size = view.sub_image.image_rect.extent;
                    frame.eyes.push([size.width, size.height]);
                    pose = pose.or(Some(view.pose));
                }
            }
        }
        times::note_end(info.display_time, pose);
        (info, frame)
    };
    // SAFETY: guaranteed by the caller.
    let known = unsafe { known_layers(&info) };
    info.layers = known.as_ptr();
    info.layer_count = u32::try_from(known.len()).unwrap_or(0);
    with(|state| {
        if state.records.frames.last() != Some(&frame) {
            state.records.frames.push(frame);
        }
    });
    if with(|state| state.pace.end()) {
        return XrResult::SUCCESS;
    }
    if !setup().blend_modes.is_empty() {
        // The runtime may not support a blend mode added by the proxy.
        info.environment_blend_mode = EnvironmentBlendMode::OPAQUE;
    }
    call!(EndFrame, session, &info)
}
