//! A server inside the game, for two on one network, and such servers nearby.
//!
//! A thread of its own runs the server, whose games are in the data folder. Other games find it by
//! multicast DNS.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use bevy::prelude::*;
use icochess_server::{Options, Running, StartError, shown_addresses};
use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo, UnregisterStatus};
use tokio::sync::oneshot;

use icochess_base::frame::{NextFrame, Waker};
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_core::library::name::tidy;
use icochess_play::game::remote::{
    Entry, Host, HostRequest, Hosting, Nearby, NearbyHost, RemoteRequest, RemoteView,
};
use icochess_store::settings::Settings;
use icochess_store::store::Store;
use icochess_ui::state::screen::{Screen, Screens};

/// Database of the games, in the data folder.
const DATABASE: &str = "hosted.sqlite";
/// Lock of the database: two servers must not share one.
const LOCK: &str = "hosted.lock";
/// Kind of service in multicast DNS.
const SERVICE: &str = "_icochess._tcp.local.";
/// Maximum number of servers nearby.
const MAX_NEARBY: usize = 12;
/// Interval at which servers nearby are noticed.
const LOOK: Duration = Duration::from_millis(500);
/// Longest wait for the farewell to the network at the end.
const FAREWELL: Duration = Duration::from_millis(300);

/// The thread of the server, if it runs.
#[derive(Resource, Default)]
struct Server(Option<ServerThread>);

struct ServerThread {
    /// Stops the server when dropped.
    stop: oneshot::Sender<()>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    news: Mutex<Receiver<News>>,
    thread: JoinHandle<()>,
}

/// News of the server's thread.
enum News {
    Started(Host),
    Failed(String),
    Stopped,
}

/// Announcements of this server, and the search for others.
#[derive(Resource, Default)]
struct Network {
    /// Missing until needed, or if the machine has no multicast DNS.
    daemon: Option<ServiceDaemon>,
    /// Announced name in full.
    announced: Option<String>,
    found: Option<mdns_sd::Receiver<ServiceEvent>>,
}

/// Adds the server. It starts when a player asks for it, or returns to one of its games.
pub fn plugin(app: &mut App) {
    app.insert_resource(Hosting::Off)
        .init_resource::<Server>()
        .init_resource::<Network>()
        .add_systems(
            Update,
            (
                start_or_stop
                    .run_if(on_message::<HostRequest>.or_else(on_message::<RemoteRequest>)),
                take_news.run_if(|server: Res<Server>| server.0.is_some()),
                announce.run_if(resource_changed::<Hosting>.or_else(resource_changed::<Settings>)),
                look.run_if(
                    resource_changed::<Hosting>
                        .or_else(resource_changed::<Screens>)
                        .or_else(resource_changed::<RemoteView>),
                ),
                find.run_if(|network: Res<Network>| network.found.is_some()),
            )
                .chain()
                .in_set(AppSystems::Input),
        )
        .add_systems(Last, end.run_if(on_message::<AppExit>));
}

// --- The server ------------------------------------------------------------------------

/// Starts the server, on its usual port or a free one. For a player who returns to one of its games,
/// starts it on the game's port or not at all, because another program may have that port.
fn start_or_stop(
    mut asked: MessageReader<HostRequest>,
    mut entered: MessageReader<RemoteRequest>,
    (store, waker): (Option<Res<Store>>, Res<Waker>),
    mut server: ResMut<Server>,
    mut hosting: ResMut<Hosting>,
) {
    let mut start = None;
    for request in entered.read() {
        if let RemoteRequest::Enter { page, entry } = request
            && matches!(entry, Entry::Resume(_) | Entry::GiveUp(_))
            && *hosting == Hosting::Off
        {
            start = port_of(page).map(Some);
        }
    }
    for request in asked.read() {
        match request {
            HostRequest::Start => start = Some(None),
            HostRequest::Stop => {
                if let Some(thread) = server.0.take_if(|_| hosting.host().is_some()) {
                    let (stop, _) = oneshot::channel();
                    drop(thread.stop);
                    server.0 = Some(ServerThread { stop, ..thread });
                    *hosting = Hosting::Changing;
                }
            }
        }
    }
    let (Some(port), None) = (start, &server.0) else {
        return;
    };
    let is_asked = port.is_none();
    let folder = store.map(|store| store.dir().to_owned());
    let Some(folder) = folder.filter(|folder| is_asked || folder.join(DATABASE).exists()) else {
        if is_asked {
            *hosting = Hosting::Failed("there is no data folder for the games".to_owned());
        }
        return;
    };
    match ServerThread::start(folder, port, waker.clone()) {
        Ok(thread) => {
            server.0 = Some(thread);
            *hosting = Hosting::Changing;
        }
        Err(problem) => *hosting = Hosting::Failed(problem.to_string()),
    }
}

/// Returns the port of a page on this machine.
fn port_of(page: &str) -> Option<u16> {
    let port = page.strip_prefix("http://127.0.0.1:")?;
    port.strip_suffix('/')?.parse().ok()
}

impl ServerThread {
    fn start(folder: PathBuf, port: Option<u16>, waker: Waker) -> std::io::Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (sender, news) = channel();
        let run = move || {
            let served = serve(&folder, port, stopped, &sender, &waker);
            let last = match served {
                Ok(()) => News::Stopped,
                // Another program has the port, and may well be the game's server.
                Err(_) if port.is_some() => News::Stopped,
                Err(problem) => News::Failed(problem),
            };
            // The game may have ended.
            let _ = sender.send(last);
            waker.wake();
        };
        Ok(Self {
            stop,
            news: Mutex::new(news),
            thread: Builder::new().name("server".into()).spawn(run)?,
        })
    }
}

/// Runs the server until it is stopped.
fn serve(
    folder: &Path,
    port: Option<u16>,
    stopped: oneshot::Receiver<()>,
    sender: &Sender<News>,
    waker: &Waker,
) -> Result<(), String> {
    let lock = platform::open_lock(&folder.join(LOCK)).map_err(|error| error.to_string())?;
    if matches!(lock.try_lock(), Err(std::fs::TryLockError::WouldBlock)) {
        return Err("another Icochess hosts already".to_owned());
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.map_err(|error| error.to_string())?.block_on(async {
        let (running, serves_page) = start(&folder.join(DATABASE), port).await?;
        let shown = shown_addresses(running.addresses());
        let port = running.addresses().first().map(SocketAddr::port);
        let (Some(shown), Some(port)) = (shown.first(), port) else {
            return Err("this machine has no address".to_owned());
        };
        let host = Host {
            local: format!("http://127.0.0.1:{port}/"),
            page: format!("http://{shown}/"),
            serves_page,
        };
        // The game may have ended.
        let _ = sender.send(News::Started(host));
        waker.wake();
        let _ = stopped.await;
        running.stop().await;
        Ok(())
    })
}

/// Starts the server. Returns whether it serves a page.
async fn start(database: &Path, port: Option<u16>) -> Result<(Running, bool), String> {
    let settings = |listen: Option<u16>| {
        let any = |port| SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
        let options = Options {
            listen: listen.map(any).into_iter().collect(),
            database: Some(database.to_owned()),
            ..Options::default()
        };
        options.settings().map_err(|error| error.to_string())
    };
    let first = settings(port)?;
    let serves_page = first.page.is_some();
    let running = match Running::start(first).await {
        Err(StartError::Listen(..)) if port.is_none() => Running::start(settings(Some(0))?).await,
        other => other,
    };
    Ok((running.map_err(|error| error.to_string())?, serves_page))
}

fn take_news(mut server: ResMut<Server>, mut hosting: ResMut<Hosting>) {
    let next = || {
        let news = server.0.as_ref()?.news.lock().ok()?;
        news.try_recv().ok()
    };
    let Some(news) = next() else {
        return;
    };
    *hosting = match news {
        News::Started(host) => Hosting::Running(host),
        News::Failed(problem) => Hosting::Failed(problem),
        News::Stopped => Hosting::Off,
    };
    if hosting.host().is_none() {
        server.0 = None;
    }
}

/// Stops the server with the game, so that it saves running clocks.
fn end(mut server: ResMut<Server>, mut network: ResMut<Network>) {
    if let Some(withdrawn) = network.withdraw() {
        let _ = withdrawn.recv_timeout(FAREWELL);
    }
    if let Some(thread) = server.0.take() {
        drop(thread.stop);
        // A panic has been printed.
        let _ = thread.thread.join();
    }
}

// --- Other games on the network --------------------------------------------------------

impl Network {
    fn daemon(&mut self) -> Option<&ServiceDaemon> {
        if self.daemon.is_none() {
            self.daemon = ServiceDaemon::new().ok();
        }
        self.daemon.as_ref()
    }

    fn announce(&mut self, name: &str, port: u16) -> Option<()> {
        let name = match tidy(name) {
            name if name.is_empty() => "Icochess".to_owned(),
            name => name.replace('.', " "),
        };
        // Names on the network are limited to 63 bytes.
        let name = &name[..name.floor_char_boundary(60)];
        let machine = format!("icochess-{:x}.local.", platform::any_number());
        let service = ServiceInfo::new(SERVICE, name, &machine, "", port, None).ok()?;
        let service = service.enable_addr_auto();
        let announced = service.get_fullname().to_owned();
        self.daemon()?.register(service).ok()?;
        self.announced = Some(announced);
        Some(())
    }

    /// Withdraws the announcement. The receiver hears when that is done.
    fn withdraw(&mut self) -> Option<mdns_sd::Receiver<UnregisterStatus>> {
        let name = self.announced.take()?;
        self.daemon.as_ref()?.unregister(&name).ok()
    }
}

/// Announces the server on the network while it runs and may be seen.
fn announce(hosting: Res<Hosting>, settings: Res<Settings>, mut network: ResMut<Network>) {
    let host = hosting.host().filter(|_| settings.remote.visible);
    let port = host.and_then(|host| port_of(&host.local));
    match port {
        Some(port) if network.announced.is_none() => {
            // Without multicast DNS, friends enter the address.
            let _ = network.announce(&settings.remote.name, port);
        }
        Some(_) => {}
        None => drop(network.withdraw()),
    }
}

/// Looks for servers nearby while a player may join one.
fn look(
    (screens, view, hosting): (Res<Screens>, Res<RemoteView>, Res<Hosting>),
    mut network: ResMut<Network>,
    mut nearby: ResMut<Nearby>,
) {
    let is_open = screens.shown() == Screen::Friend && view.phase.is_none();
    let is_wanted = is_open && hosting.host().is_none();
    match (is_wanted, &network.found) {
        (true, None) => {
            let found = network.daemon().and_then(|it| it.browse(SERVICE).ok());
            network.found = found;
        }
        (false, Some(_)) => {
            if let Some(daemon) = &network.daemon {
                // The daemon notices the end of the receiver, too.
                let _ = daemon.stop_browse(SERVICE);
            }
            network.found = None;
            nearby.set_if_neq(Nearby::default());
        }
        _ => {}
    }
}

fn find(network: Res<Network>, mut nearby: ResMut<Nearby>, mut next: ResMut<NextFrame>) {
    next.within(LOOK);
    let events = network.found.iter().flat_map(mdns_sd::Receiver::try_iter);
    for event in events {
        match event {
            ServiceEvent::ServiceResolved(service) => {
                if let Some(host) = found(&service) {
                    nearby.0.retain(|it| it.name != host.name);
                    nearby.0.push(host);
                    nearby.0.sort_by(|one, other| one.name.cmp(&other.name));
                    nearby.0.truncate(MAX_NEARBY);
                }
            }
            ServiceEvent::ServiceRemoved(_, full) => {
                let name = name_of(&full);
                nearby.0.retain(|it| Some(&it.name) != name.as_ref());
            }
            _ => {}
        }
    }
}

fn name_of(full: &str) -> Option<String> {
    let name = full.strip_suffix(SERVICE)?.strip_suffix('.')?;
    Some(tidy(name)).filter(|name| !name.is_empty())
}

/// Returns the server of a service, by an address that needs no interface.
fn found(service: &ResolvedService) -> Option<NearbyHost> {
    let ips = service.addresses.iter().map(mdns_sd::ScopedIp::to_ip_addr);
    let ip = ips
        .filter(IpAddr::is_ipv4)
        .min_by_key(|ip| (ip.is_loopback(), *ip))?;
    let address = SocketAddr::new(ip, service.port);
    Some(NearbyHost {
        name: name_of(&service.fullname)?,
        page: format!("http://{address}/"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ports_from_the_network_are_checked() {
        assert_eq!(name_of("Ada B._icochess._tcp.local."), Some("Ada B".into()));
        for wrong in ["._icochess._tcp.local.", "Ada._http._tcp.local.", ""] {
            assert_eq!(name_of(wrong), None, "{wrong}");
        }
        assert_eq!(port_of("http://127.0.0.1:8484/"), Some(8484));
        for other in ["http://192.168.1.5:8484/", "https://chess.example/"] {
            assert_eq!(port_of(other), None);
        }
    }
}
