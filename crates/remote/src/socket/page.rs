//! Sockets of a page. The browser owns the connection and limits the size of messages.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use send_wrapper::SendWrapper;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BinaryType, CloseEvent, MessageEvent, WebSocket};

use super::{Event, MAX_QUEUED};

/// Bytes that a browser may hold back before the connection counts as lost.
const MAX_BUFFERED: u32 = 1 << 20;

pub(super) struct Socket(SendWrapper<Inner>);

struct Inner {
    /// `None` if the browser refused the address.
    socket: Option<WebSocket>,
    events: Events,
    _heard: Option<Heard>,
}

/// Callbacks of the browser, which must live as long as the socket.
type Heard = (
    Closure<dyn Fn()>,
    Closure<dyn Fn(MessageEvent)>,
    Closure<dyn Fn(CloseEvent)>,
);

/// Queue of events. Closed sockets add nothing more.
#[derive(Clone, Default)]
struct Events(Rc<RefCell<VecDeque<Event>>>);

impl Events {
    /// Adds an event. Returns whether there is room for more.
    fn add(&self, event: Event) -> bool {
        let mut events = self.0.borrow_mut();
        events.push_back(event);
        events.len() < MAX_QUEUED
    }
}

impl Socket {
    pub(super) fn open(address: &str, max_bytes: usize, wake: impl Fn() + Send + 'static) -> Self {
        let events = Events::default();
        let socket = match WebSocket::new(address) {
            Ok(socket) => socket,
            Err(_) => {
                events.add(Event::Closed("the browser refuses the address".to_owned()));
                let socket = None;
                let heard = None;
                return Self(SendWrapper::new(Inner {
                    socket,
                    events,
                    _heard: heard,
                }));
            }
        };
        socket.set_binary_type(BinaryType::Arraybuffer);
        let wake = Rc::new(wake);
        let report = {
            let (events, socket) = (events.clone(), socket.clone());
            Rc::new(move |event| {
                if !events.add(event) {
                    let _ = socket.close();
                }
                wake();
            })
        };
        let opened = {
            let report = Rc::clone(&report);
            Closure::<dyn Fn()>::new(move || report(Event::Opened))
        };
        let received = {
            let (report, socket) = (Rc::clone(&report), socket.clone());
            Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
                match event.data().as_string() {
                    Some(text) if text.len() <= max_bytes => report(Event::Text(text)),
                    _ => drop(socket.close()),
                }
            })
        };
        let closed = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| {
            report(Event::Closed(event.reason()));
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(received.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Self(SendWrapper::new(Inner {
            socket: Some(socket),
            events,
            _heard: Some((opened, received, closed)),
        }))
    }

    pub(super) fn send(&self, text: String) -> bool {
        let socket = self.0.socket.as_ref();
        socket.is_some_and(|socket| {
            socket.buffered_amount() < MAX_BUFFERED && socket.send_with_str(&text).is_ok()
        })
    }

    pub(super) fn next(&self) -> Option<Event> {
        self.0.events.0.borrow_mut().pop_front()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(socket) = &self.socket {
            socket.set_onopen(None);
            socket.set_onmessage(None);
            socket.set_onclose(None);
            let _ = socket.close();
        }
    }
}
