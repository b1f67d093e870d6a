//! The functions that the proxy puts in the place of the runtime's.

use std::ffi::{CStr, c_char};
use std::mem::transmute;
use std::ptr;

use openxr::sys::{
    self, ActionStateBoolean, ActionStateFloat, ActionStateGetInfo, ActionStateVector2f,
    ActionsSyncInfo, BaseOutStructure, EnvironmentBlendMode, EventDataBuffer, ExtensionProperties,
    FrameBeginInfo, FrameEndInfo, FrameState, FrameWaitInfo, Handle as _, HapticActionInfo,
    HapticBaseHeader, HapticVibration, Instance, InstanceCreateInfo,
    InteractionProfileSuggestedBinding, Path, ReferenceSpaceCreateInfo, ReferenceSpaceType,
    Result as XrResult, Session, SessionBeginInfo, SessionCreateInfo, SessionState, Space,
    SpaceLocation, SpaceLocationFlags, SystemId, SystemProperties, SystemUserPresencePropertiesEXT,
    Time, View, ViewConfigurationType, ViewLocateInfo, ViewState, ViewStateFlags, pfn,
};

use crate::functions::{self, call};
use crate::protocol::{Event, Frame, Pulse, Tracking};
use crate::state::{self, setup, with};

const USER_PRESENCE: &CStr = c"XR_EXT_user_presence";
const REFRESH_RATE: &CStr = c"XR_FB_display_refresh_rate";

/// The session state of that name.
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

/// The type of reference space of that name.
pub fn reference_space(name: &str) -> Option<ReferenceSpaceType> {
    [
        ReferenceSpaceType::VIEW,
        ReferenceSpaceType::LOCAL,
        ReferenceSpaceType::LOCAL_FLOOR,
        ReferenceSpaceType::STAGE,
    ]
    .into_iter()
    .find(|space| format!("{space:?}") == name)
}

fn blend_mode(name: &str) -> Option<EnvironmentBlendMode> {
    [
        EnvironmentBlendMode::OPAQUE,
        EnvironmentBlendMode::ADDITIVE,
        EnvironmentBlendMode::ALPHA_BLEND,
    ]
    .into_iter()
    .find(|mode| format!("{mode:?}") == name)
}

/// `xrGetInstanceProcAddr`: our function of that name, else the runtime's.
pub unsafe extern "system" fn get_instance_proc_addr(
    instance: Instance,
    name: *const c_char,
    function: *mut Option<pfn::VoidFunction>,
) -> XrResult {
    // SAFETY: a text that ends with a zero and a place to write to, says the specification.
    let (name, function) = unsafe { (CStr::from_ptr(name), &mut *function) };
    if let Some(ours) = ours(name) {
        *function = Some(ours);
        return XrResult::SUCCESS;
    }
    match functions::find(instance, name) {
        Ok(found) => {
            *function = found;
            XrResult::SUCCESS
        }
        Err(error) => error,
    }
}

fn ours(name: &CStr) -> Option<pfn::VoidFunction> {
    macro_rules! by_name {
        ($($name:literal => $function:ident as $kind:ident,)*) => {
            match name.to_str().ok()? {
                $($name => {
                    let function: pfn::$kind = $function;
                    // SAFETY: all pointers to functions are alike; the caller knows the type.
                    Some(unsafe { transmute::<pfn::$kind, pfn::VoidFunction>(function) })
                })*
                _ => None,
            }
        };
    }
    by_name! {
        "xrEnumerateInstanceExtensionProperties" => extensions as EnumerateInstanceExtensionProperties,
        "xrCreateInstance" => create_instance as CreateInstance,
        "xrGetSystemProperties" => system_properties as GetSystemProperties,
        "xrEnumerateEnvironmentBlendModes" => blend_modes as EnumerateEnvironmentBlendModes,
        "xrEnumerateDisplayRefreshRatesFB" => refresh_rates as EnumerateDisplayRefreshRatesFB,
        "xrGetDisplayRefreshRateFB" => refresh_rate as GetDisplayRefreshRateFB,
        "xrRequestDisplayRefreshRateFB" => request_refresh_rate as RequestDisplayRefreshRateFB,
        "xrCreateSession" => create_session as CreateSession,
        "xrBeginSession" => begin_session as BeginSession,
        "xrEndSession" => end_session as EndSession,
        "xrPollEvent" => poll_event as PollEvent,
        "xrEnumerateReferenceSpaces" => reference_spaces as EnumerateReferenceSpaces,
        "xrCreateReferenceSpace" => create_reference_space as CreateReferenceSpace,
        "xrLocateSpace" => locate_space as LocateSpace,
        "xrLocateViews" => locate_views as LocateViews,
        "xrWaitFrame" => wait_frame as WaitFrame,
        "xrBeginFrame" => begin_frame as BeginFrame,
        "xrEndFrame" => end_frame as EndFrame,
        "xrSuggestInteractionProfileBindings" => suggest_bindings as SuggestInteractionProfileBindings,
        "xrSyncActions" => sync_actions as SyncActions,
        "xrGetActionStateBoolean" => boolean_state as GetActionStateBoolean,
        "xrGetActionStateFloat" => float_state as GetActionStateFloat,
        "xrGetActionStateVector2f" => vector_state as GetActionStateVector2f,
        "xrApplyHapticFeedback" => apply_haptic_feedback as ApplyHapticFeedback,
    }
}

/// Answers a call that enumerates: the count always, the items where there is room for all.
///
/// # Safety
///
/// `count` and, for `capacity` items, `out` can be written to.
unsafe fn enumerate<T: Copy>(items: &[T], capacity: u32, count: *mut u32, out: *mut T) -> XrResult {
    // SAFETY: as above.
    unsafe {
        *count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        if capacity == 0 {
            return XrResult::SUCCESS;
        }
        if (capacity as usize) < items.len() {
            return XrResult::ERROR_SIZE_INSUFFICIENT;
        }
        ptr::copy_nonoverlapping(items.as_ptr(), out, items.len());
    }
    XrResult::SUCCESS
}

/// All items of a call of the runtime that enumerates.
fn all<T: Copy>(
    empty: T,
    mut ask: impl FnMut(u32, *mut u32, *mut T) -> XrResult,
) -> Result<Vec<T>, XrResult> {
    let mut count = 0;
    match ask(0, &mut count, ptr::null_mut()) {
        XrResult::SUCCESS => {}
        error => return Err(error),
    }
    let mut items = vec![empty; count as usize];
    match ask(count, &mut count, items.as_mut_ptr()) {
        XrResult::SUCCESS => {
            items.truncate(count as usize);
            Ok(items)
        }
        error => Err(error),
    }
}

fn instance() -> Instance {
    with(|state| state.instance)
}

/// What every call answers once the instance is lost.
fn lost() -> Option<XrResult> {
    with(|state| state.is_lost).then_some(XrResult::ERROR_INSTANCE_LOST)
}

fn added_extensions() -> Vec<&'static CStr> {
    let mut added = Vec::new();
    if setup().user_presence {
        added.push(USER_PRESENCE);
    }
    if !setup().refresh_rates.is_empty() {
        added.push(REFRESH_RATE);
    }
    added
}

/// A text that ends with a zero within its place, as the runtime gives them.
fn text(chars: &[c_char]) -> String {
    let bytes: Vec<u8> = chars
        .iter()
        .map(|c| c.cast_unsigned())
        .take_while(|c| *c != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

unsafe extern "system" fn extensions(
    layer: *const c_char,
    capacity: u32,
    count: *mut u32,
    out: *mut ExtensionProperties,
) -> XrResult {
    let empty = ExtensionProperties {
        ty: ExtensionProperties::TYPE,
        next: ptr::null_mut(),
        extension_name: [0; _],
        extension_version: 1,
    };
    let found = all(empty, |capacity, count, out| {
        call!(
            Instance::NULL,
            c"xrEnumerateInstanceExtensionProperties",
            EnumerateInstanceExtensionProperties,
            layer,
            capacity,
            count,
            out
        )
    });
    let mut found = match found {
        Ok(found) => found,
        Err(error) => return error,
    };
    found.retain(|one| {
        !setup()
            .hidden_extensions
            .contains(&text(&one.extension_name))
    });
    for name in added_extensions() {
        let is_there =
            |one: &ExtensionProperties| text(&one.extension_name).as_bytes() == name.to_bytes();
        if !found.iter().any(is_there) {
            let mut one = empty;
            for (place, byte) in one.extension_name.iter_mut().zip(name.to_bytes()) {
                *place = byte.cast_signed();
            }
            found.push(one);
        }
    }
    // SAFETY: the caller's promise.
    unsafe { enumerate(&found, capacity, count, out) }
}

unsafe extern "system" fn create_instance(
    info: *const InstanceCreateInfo,
    instance: *mut Instance,
) -> XrResult {
    // SAFETY: the caller's promise; the names live as long as `info`.
    let (mut info, names) = unsafe {
        let info = *info;
        let count = info.enabled_extension_count as usize;
        let names = match count {
            0 => &[][..],
            _ => std::slice::from_raw_parts(info.enabled_extension_names, count),
        };
        (info, names)
    };
    // SAFETY: each is a text that ends with a zero.
    let name = |name: &*const c_char| unsafe { CStr::from_ptr(*name) };
    let enabled: Vec<String> = names
        .iter()
        .map(|it| name(it).to_string_lossy().into_owned())
        .collect();
    if enabled
        .iter()
        .any(|name| setup().hidden_extensions.contains(name))
    {
        return XrResult::ERROR_EXTENSION_NOT_PRESENT;
    }
    // The runtime does not know what the proxy adds.
    let added = added_extensions();
    let known: Vec<*const c_char> = names
        .iter()
        .filter(|it| !added.contains(&name(it)))
        .copied()
        .collect();
    info.enabled_extension_names = known.as_ptr();
    info.enabled_extension_count = u32::try_from(known.len()).unwrap_or(0);
    let result = call!(
        Instance::NULL,
        c"xrCreateInstance",
        CreateInstance,
        &info,
        instance
    );
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written it.
        let made = unsafe { *instance };
        with(|state| {
            // The game asks with an instance of its own whether there is a headset. What the
            // test wants holds for the next one, too.
            state.instance = made;
            state.records = crate::protocol::Records::default();
            state.records.extensions = enabled;
        });
    }
    result
}

unsafe extern "system" fn system_properties(
    instance: Instance,
    system: SystemId,
    properties: *mut SystemProperties,
) -> XrResult {
    let result = call!(
        instance,
        c"xrGetSystemProperties",
        GetSystemProperties,
        instance,
        system,
        properties
    );
    if setup().user_presence && result == XrResult::SUCCESS {
        // SAFETY: a chain of structures, each of which begins with its type and the next one.
        unsafe {
            let mut next = (*properties).next.cast::<BaseOutStructure>();
            while !next.is_null() {
                if (*next).ty == SystemUserPresencePropertiesEXT::TYPE {
                    let presence = next.cast::<SystemUserPresencePropertiesEXT>();
                    (*presence).supports_user_presence = true.into();
                }
                next = (*next).next;
            }
        }
    }
    result
}

unsafe extern "system" fn blend_modes(
    instance: Instance,
    system: SystemId,
    views: ViewConfigurationType,
    capacity: u32,
    count: *mut u32,
    out: *mut EnvironmentBlendMode,
) -> XrResult {
    let found = all(EnvironmentBlendMode::OPAQUE, |capacity, count, out| {
        call!(
            instance,
            c"xrEnumerateEnvironmentBlendModes",
            EnumerateEnvironmentBlendModes,
            instance,
            system,
            views,
            capacity,
            count,
            out
        )
    });
    match found {
        Ok(mut modes) => {
            for mode in setup()
                .blend_modes
                .iter()
                .filter_map(|name| blend_mode(name))
            {
                if !modes.contains(&mode) {
                    modes.push(mode);
                }
            }
            // SAFETY: the caller's promise.
            unsafe { enumerate(&modes, capacity, count, out) }
        }
        Err(error) => error,
    }
}

unsafe extern "system" fn refresh_rates(
    session: Session,
    capacity: u32,
    count: *mut u32,
    out: *mut f32,
) -> XrResult {
    if setup().refresh_rates.is_empty() {
        return call!(
            instance(),
            c"xrEnumerateDisplayRefreshRatesFB",
            EnumerateDisplayRefreshRatesFB,
            session,
            capacity,
            count,
            out
        );
    }
    // SAFETY: the caller's promise.
    unsafe { enumerate(&setup().refresh_rates, capacity, count, out) }
}

unsafe extern "system" fn refresh_rate(session: Session, rate: *mut f32) -> XrResult {
    let asked = with(|state| state.records.refresh_rates.last().copied());
    match asked.or(setup().refresh_rates.first().copied()) {
        Some(now) => {
            // SAFETY: the caller's promise.
            unsafe { *rate = now };
            XrResult::SUCCESS
        }
        None => call!(
            instance(),
            c"xrGetDisplayRefreshRateFB",
            GetDisplayRefreshRateFB,
            session,
            rate
        ),
    }
}

unsafe extern "system" fn request_refresh_rate(session: Session, rate: f32) -> XrResult {
    with(|state| state.records.refresh_rates.push(rate));
    if setup().refresh_rates.is_empty() {
        return call!(
            instance(),
            c"xrRequestDisplayRefreshRateFB",
            RequestDisplayRefreshRateFB,
            session,
            rate
        );
    }
    XrResult::SUCCESS
}

unsafe extern "system" fn create_session(
    instance: Instance,
    info: *const SessionCreateInfo,
    session: *mut Session,
) -> XrResult {
    let result = call!(
        instance,
        c"xrCreateSession",
        CreateSession,
        instance,
        info,
        session
    );
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written it.
        let made = unsafe { *session };
        with(|state| {
            state.session = made;
            state.told = None;
            state.is_ended = false;
        });
    }
    result
}

unsafe extern "system" fn begin_session(
    session: Session,
    info: *const SessionBeginInfo,
) -> XrResult {
    if with(|state| std::mem::take(&mut state.is_ended)) {
        return XrResult::SUCCESS;
    }
    call!(instance(), c"xrBeginSession", BeginSession, session, info)
}

unsafe extern "system" fn end_session(session: Session) -> XrResult {
    let is_told = with(|state| {
        let is_told = state.told == Some(SessionState::STOPPING);
        state.is_ended |= is_told;
        is_told
    });
    if is_told {
        return XrResult::SUCCESS;
    }
    call!(instance(), c"xrEndSession", EndSession, session)
}

unsafe extern "system" fn poll_event(instance: Instance, buffer: *mut EventDataBuffer) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    let injected = with(|state| {
        let event = state.injected.pop_front()?;
        if let Event::State(name) = &event {
            state.told = session_state(name);
        }
        Some((event, state.session, state.display_time))
    });
    if let Some((event, session, now)) = injected {
        // SAFETY: the buffer is as large as any event, says the specification.
        unsafe { write_event(&event, session, now, buffer) };
        return XrResult::SUCCESS;
    }
    let result = call!(instance, c"xrPollEvent", PollEvent, instance, buffer);
    with(|state| {
        if result == XrResult::EVENT_UNAVAILABLE {
            state.records.polls += 1;
        }
        // SAFETY: an event begins with its type.
        if result == XrResult::SUCCESS
            && unsafe { (*buffer).ty } == sys::EventDataSessionStateChanged::TYPE
        {
            // The runtime speaks for itself again.
            state.told = None;
        }
    });
    result
}

/// Writes an event where the game reads it.
///
/// # Safety
///
/// `buffer` can be written to.
unsafe fn write_event(event: &Event, session: Session, now: i64, buffer: *mut EventDataBuffer) {
    // What is pending happens a while after it is told.
    let soon = Time::from_nanos(now + 200_000_000);
    macro_rules! write {
        ($kind:ident { $($field:ident: $value:expr),* $(,)? }) => {
            // SAFETY: as above.
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

unsafe extern "system" fn reference_spaces(
    session: Session,
    capacity: u32,
    count: *mut u32,
    out: *mut ReferenceSpaceType,
) -> XrResult {
    let found = all(ReferenceSpaceType::VIEW, |capacity, count, out| {
        call!(
            instance(),
            c"xrEnumerateReferenceSpaces",
            EnumerateReferenceSpaces,
            session,
            capacity,
            count,
            out
        )
    });
    match found {
        Ok(mut spaces) => {
            spaces.retain(|space| !setup().hidden_spaces.contains(&format!("{space:?}")));
            // SAFETY: the caller's promise.
            unsafe { enumerate(&spaces, capacity, count, out) }
        }
        Err(error) => error,
    }
}

unsafe extern "system" fn create_reference_space(
    session: Session,
    info: *const ReferenceSpaceCreateInfo,
    space: *mut Space,
) -> XrResult {
    // SAFETY: the caller's promise.
    let (kind, at) = unsafe {
        let info = &*info;
        (
            info.reference_space_type,
            info.pose_in_reference_space.position,
        )
    };
    if setup().hidden_spaces.contains(&format!("{kind:?}")) {
        return XrResult::ERROR_REFERENCE_SPACE_UNSUPPORTED;
    }
    let result = call!(
        instance(),
        c"xrCreateReferenceSpace",
        CreateReferenceSpace,
        session,
        info,
        space
    );
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written it.
        let made = unsafe { *space };
        with(|state| {
            match kind {
                ReferenceSpaceType::VIEW => state.view_spaces.push(made),
                ReferenceSpaceType::STAGE => state.stage_spaces.push(made),
                _ => {}
            }
            state.records.spaces.push(crate::protocol::Space {
                kind: format!("{kind:?}"),
                position: [at.x, at.y, at.z],
            });
        });
    }
    result
}

unsafe extern "system" fn locate_space(
    space: Space,
    base: Space,
    time: Time,
    location: *mut SpaceLocation,
) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    let result = call!(
        instance(),
        c"xrLocateSpace",
        LocateSpace,
        space,
        base,
        time,
        location
    );
    let tracking = with(|state| {
        if state.view_spaces.contains(&space) {
            Some(state.head_position)
        } else if state.is_stage_lost && state.stage_spaces.contains(&space) {
            Some(Tracking::Invalid)
        } else {
            None
        }
    });
    if let Some(tracking) = tracking
        && result == XrResult::SUCCESS
    {
        let unknown = unknown_position(
            tracking,
            SpaceLocationFlags::POSITION_TRACKED.into_raw(),
            SpaceLocationFlags::POSITION_VALID.into_raw(),
        );
        // SAFETY: the caller's promise.
        let flags = unsafe { &mut (*location).location_flags };
        *flags = SpaceLocationFlags::from_raw(flags.into_raw() & !unknown);
    }
    result
}

/// The flags that are to be taken away.
fn unknown_position(tracking: Tracking, tracked: u64, valid: u64) -> u64 {
    match tracking {
        Tracking::Tracked => 0,
        Tracking::Valid => tracked,
        Tracking::Invalid => tracked | valid,
    }
}

unsafe extern "system" fn locate_views(
    session: Session,
    info: *const ViewLocateInfo,
    view_state: *mut ViewState,
    capacity: u32,
    count: *mut u32,
    views: *mut View,
) -> XrResult {
    let result = call!(
        instance(),
        c"xrLocateViews",
        LocateViews,
        session,
        info,
        view_state,
        capacity,
        count,
        views
    );
    if result == XrResult::SUCCESS {
        let unknown = unknown_position(
            with(|state| state.head_position),
            ViewStateFlags::POSITION_TRACKED.into_raw(),
            ViewStateFlags::POSITION_VALID.into_raw(),
        );
        // SAFETY: the caller's promise.
        let flags = unsafe { &mut (*view_state).view_state_flags };
        *flags = ViewStateFlags::from_raw(flags.into_raw() & !unknown);
    }
    result
}

unsafe extern "system" fn wait_frame(
    session: Session,
    info: *const FrameWaitInfo,
    frame: *mut FrameState,
) -> XrResult {
    let hold = with(|state| {
        state.records.frames_waited += 1;
        std::mem::take(&mut state.hold)
    });
    std::thread::sleep(hold);
    if let Some(lost) = lost() {
        return lost;
    }
    let result = call!(instance(), c"xrWaitFrame", WaitFrame, session, info, frame);
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written it.
        let time = unsafe { (*frame).predicted_display_time };
        with(|state| state.display_time = time.as_nanos());
    }
    result
}

unsafe extern "system" fn begin_frame(session: Session, info: *const FrameBeginInfo) -> XrResult {
    lost().unwrap_or_else(|| call!(instance(), c"xrBeginFrame", BeginFrame, session, info))
}

unsafe extern "system" fn end_frame(session: Session, info: *const FrameEndInfo) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    // SAFETY: the caller's promise; each layer begins with its type.
    let (mut info, layers) = unsafe {
        let info = *info;
        let layers: Vec<String> = (0..info.layer_count as usize)
            .map(|layer| format!("{:?}", (**info.layers.add(layer)).ty))
            .collect();
        (info, layers)
    };
    let frame = Frame {
        layers,
        blend_mode: format!("{:?}", info.environment_blend_mode),
    };
    with(|state| {
        if state.records.frames.last() != Some(&frame) {
            state.records.frames.push(frame);
        }
    });
    if !setup().blend_modes.is_empty() {
        // The runtime may not have what the proxy adds.
        info.environment_blend_mode = EnvironmentBlendMode::OPAQUE;
    }
    call!(instance(), c"xrEndFrame", EndFrame, session, &info)
}

fn path_text(path: Path) -> String {
    let chars = all(0, |capacity, count, out| {
        let instance = instance();
        call!(
            instance,
            c"xrPathToString",
            PathToString,
            instance,
            path,
            capacity,
            count,
            out
        )
    });
    text(&chars.unwrap_or_default())
}

unsafe extern "system" fn suggest_bindings(
    instance: Instance,
    suggested: *const InteractionProfileSuggestedBinding,
) -> XrResult {
    // SAFETY: the caller's promise.
    let (profile, bindings) = unsafe {
        let suggested = &*suggested;
        let count = suggested.count_suggested_bindings as usize;
        let bindings = std::slice::from_raw_parts(suggested.suggested_bindings, count);
        (suggested.interaction_profile, bindings)
    };
    let record = (
        path_text(profile),
        bindings.iter().map(|one| path_text(one.binding)).collect(),
    );
    with(|state| state.records.bindings.push(record));
    call!(
        instance,
        c"xrSuggestInteractionProfileBindings",
        SuggestInteractionProfileBindings,
        instance,
        suggested
    )
}

unsafe extern "system" fn sync_actions(session: Session, info: *const ActionsSyncInfo) -> XrResult {
    if let Some(lost) = lost() {
        return lost;
    }
    let is_listening = with(|state| {
        state.records.syncs += 1;
        state.is_listening()
    });
    if is_listening {
        call!(instance(), c"xrSyncActions", SyncActions, session, info)
    } else {
        XrResult::SESSION_NOT_FOCUSED
    }
}

/// The state of an action: the runtime's, or at rest while it does not listen.
macro_rules! action_state {
    ($function:ident, $name:literal, $kind:ident, $state:ident, $rest:expr) => {
        unsafe extern "system" fn $function(
            session: Session,
            info: *const ActionStateGetInfo,
            out: *mut $state,
        ) -> XrResult {
            let result = call!(instance(), $name, $kind, session, info, out);
            if result == XrResult::SUCCESS && !with(|state| state.is_listening()) {
                // SAFETY: the caller's promise.
                unsafe {
                    (*out).is_active = false.into();
                    (*out).current_state = $rest;
                }
            }
            result
        }
    };
}
action_state!(
    boolean_state,
    c"xrGetActionStateBoolean",
    GetActionStateBoolean,
    ActionStateBoolean,
    false.into()
);
action_state!(
    float_state,
    c"xrGetActionStateFloat",
    GetActionStateFloat,
    ActionStateFloat,
    0.0
);
action_state!(
    vector_state,
    c"xrGetActionStateVector2f",
    GetActionStateVector2f,
    ActionStateVector2f,
    sys::Vector2f { x: 0.0, y: 0.0 }
);

unsafe extern "system" fn apply_haptic_feedback(
    session: Session,
    info: *const HapticActionInfo,
    feedback: *const HapticBaseHeader,
) -> XrResult {
    if !with(|state| state.is_listening()) {
        return XrResult::SESSION_NOT_FOCUSED;
    }
    // SAFETY: the caller's promise; a vibration is told by its type.
    unsafe {
        if (*feedback).ty == HapticVibration::TYPE {
            let vibration = &*feedback.cast::<HapticVibration>();
            let pulse = Pulse {
                hand: path_text((*info).subaction_path),
                amplitude: vibration.amplitude,
                milliseconds: vibration.duration.as_nanos() as f64 / 1e6,
                frequency: vibration.frequency,
                at: state::now(),
            };
            with(|state| state.records.pulses.push(pulse));
        }
    }
    call!(
        instance(),
        c"xrApplyHapticFeedback",
        ApplyHapticFeedback,
        session,
        info,
        feedback
    )
}
