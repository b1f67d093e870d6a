//! Command line, and the settings made from it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use directories::ProjectDirs;
use icochess_wire::DEFAULT_PORT;

use crate::limits::Limits;
use crate::tls::TlsFiles;

/// Games in the database of a cluster.
const CLUSTER_GAMES: u64 = 100_000_000;

/// Serves games between people in different places, and the page to play them in.
///
/// Without options, it serves the folder `web` beside the program, on all addresses of this
/// machine.
#[derive(Debug, Default, Clone, Parser)]
#[command(name = "icochess-server", version)]
pub struct Options {
    /// Task other than serving.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Address and port to listen on; may be repeated [default: port 8484 of all addresses].
    #[arg(long, value_name = "ADDRESS:PORT", env = "ICOCHESS_SERVER_LISTEN")]
    pub listen: Vec<SocketAddr>,
    /// Database file [default: games.sqlite in the data folder].
    #[arg(
        long,
        value_name = "FILE",
        env = "ICOCHESS_SERVER_DATABASE",
        global = true
    )]
    pub database: Option<PathBuf>,
    /// Folder of the page [default: web, beside the program].
    #[arg(long, value_name = "FOLDER", env = "ICOCHESS_SERVER_PAGE")]
    pub page: Option<PathBuf>,
    /// Address of a proxy whose X-Forwarded-For counts; may be repeated.
    #[arg(long, value_name = "ADDRESS", env = "ICOCHESS_SERVER_TRUSTED_PROXY")]
    pub trusted_proxy: Vec<IpAddr>,
    /// Another site whose pages may connect; may be repeated.
    #[arg(long, value_name = "https://HOST", env = "ICOCHESS_SERVER_ORIGIN")]
    pub origin: Vec<String>,
    /// Certificate for https, in PEM format, followed by its issuers' certificates.
    #[arg(
        long,
        value_name = "FILE",
        env = "ICOCHESS_SERVER_CERTIFICATE",
        requires = "key"
    )]
    pub certificate: Option<PathBuf>,
    /// Private key of the certificate, in PEM format.
    #[arg(
        long,
        value_name = "FILE",
        env = "ICOCHESS_SERVER_KEY",
        requires = "certificate"
    )]
    pub key: Option<PathBuf>,
    /// Address and port of the metrics for Prometheus.
    #[arg(long, value_name = "ADDRESS:PORT", env = "ICOCHESS_SERVER_METRICS")]
    pub metrics: Option<SocketAddr>,
    /// Lifts the limits of an address, for load tests.
    #[arg(long, hide = true)]
    pub no_address_limits: bool,
    /// Postgres database that the nodes of a cluster share, instead of a file; passwords belong in
    /// the environment.
    #[cfg(feature = "cluster")]
    #[arg(
        long,
        value_name = "postgres://…",
        env = "ICOCHESS_SERVER_CLUSTER",
        hide_env_values = true,
        requires = "nats"
    )]
    pub cluster: Option<String>,
    /// NATS server that connects the nodes of a cluster.
    #[cfg(feature = "cluster")]
    #[arg(
        long,
        value_name = "nats://…",
        env = "ICOCHESS_SERVER_NATS",
        hide_env_values = true,
        requires = "cluster"
    )]
    pub nats: Option<String>,
}

/// Task other than serving.
#[derive(Debug, Clone, Subcommand)]
pub enum Task {
    /// Copies the database to a new file, also while the server runs.
    Backup {
        /// File to create.
        file: PathBuf,
    },
}

/// Settings of a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Addresses to listen on; empty for the default port of all addresses.
    pub listen: Vec<SocketAddr>,
    /// Database file.
    pub database: PathBuf,
    /// Folder of the page, if it is served.
    pub page: Option<PathBuf>,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpAddr>,
    /// Other sites whose pages may connect.
    pub origins: Vec<String>,
    /// Certificate and key of encrypted connections.
    pub tls: Option<TlsFiles>,
    /// Address of the metrics.
    pub metrics: Option<SocketAddr>,
    /// Limits.
    pub limits: Limits,
    /// Cluster that this server belongs to.
    #[cfg(feature = "cluster")]
    pub cluster: Option<ClusterSettings>,
}

/// Services that the nodes of a cluster share. The addresses may contain passwords.
#[cfg(feature = "cluster")]
#[derive(Clone)]
pub struct ClusterSettings {
    /// Address of the Postgres database.
    pub postgres: String,
    /// Addresses of the NATS servers, separated by commas.
    pub nats: String,
}

#[cfg(feature = "cluster")]
impl std::fmt::Debug for ClusterSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("ClusterSettings(…)")
    }
}

/// Error of options that lead nowhere.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The user has no data folder.
    #[error("this user has no data folder: name a file with --database")]
    NoDataFolder,
    /// The page's folder has no page.
    #[error("{0} has no index.html: name the page's folder with --page")]
    NoPage(PathBuf),
}

impl Options {
    /// Returns the database file.
    ///
    /// # Errors
    ///
    /// [`OptionsError::NoDataFolder`] if none is named and the user has no data folder.
    pub fn database(&self) -> Result<PathBuf, OptionsError> {
        if let Some(file) = &self.database {
            return Ok(file.clone());
        }
        let folders = ProjectDirs::from("", "", "icochess-server");
        let folders = folders.ok_or(OptionsError::NoDataFolder)?;
        Ok(folders.data_dir().join("games.sqlite"))
    }

    #[cfg(feature = "cluster")]
    fn cluster(&self) -> Option<ClusterSettings> {
        let (postgres, nats) = self.cluster.clone().zip(self.nats.clone())?;
        Some(ClusterSettings { postgres, nats })
    }

    /// Returns the settings of the server.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] if the page or the database's folder doesn't exist.
    pub fn settings(&self) -> Result<Settings, OptionsError> {
        let page = match &self.page {
            Some(page) if page.join("index.html").is_file() => Some(page.clone()),
            Some(page) => return Err(OptionsError::NoPage(page.clone())),
            None => page_beside_program(),
        };
        let tls = self.certificate.clone().zip(self.key.clone());
        let mut limits = Limits::default();
        if self.no_address_limits {
            limits.sockets_per_address = u32::MAX;
            limits.games_per_address = u32::MAX;
        }
        #[cfg(feature = "cluster")]
        let cluster = self.cluster();
        #[cfg(feature = "cluster")]
        let is_file = cluster.is_none();
        #[cfg(not(feature = "cluster"))]
        let is_file = true;
        let database = if is_file {
            self.database()?
        } else {
            limits.games = CLUSTER_GAMES;
            PathBuf::new()
        };
        Ok(Settings {
            listen: self.listen.clone(),
            database,
            page,
            trusted_proxies: self.trusted_proxy.clone(),
            origins: self.origin.clone(),
            tls: tls.map(|(certificate, key)| TlsFiles { certificate, key }),
            metrics: self.metrics,
            limits,
            #[cfg(feature = "cluster")]
            cluster,
        })
    }
}

impl Settings {
    /// Returns the addresses to listen on. IPv4 may fail if IPv6 already serves it.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        if !self.listen.is_empty() {
            return self.listen.clone();
        }
        let all = [
            IpAddr::V6(Ipv6Addr::UNSPECIFIED),
            IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        ];
        all.map(|ip| SocketAddr::new(ip, DEFAULT_PORT)).to_vec()
    }
}

fn page_beside_program() -> Option<PathBuf> {
    let page = std::env::current_exe().ok()?.parent()?.join("web");
    page.join("index.html").is_file().then_some(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn options_are_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn options_become_settings() {
        let options = Options::parse_from([
            "icochess-server",
            "--listen=[::1]:9000",
            "--listen=127.0.0.1:9000",
            "--database=/srv/games.sqlite",
            "--trusted-proxy=::1",
            "--origin=https://chess.example",
        ]);
        let settings = options.settings().unwrap();
        assert_eq!(settings.addresses().len(), 2);
        assert_eq!(settings.database, PathBuf::from("/srv/games.sqlite"));
        assert_eq!(settings.trusted_proxies, [Ipv6Addr::LOCALHOST]);
        assert!(Options::try_parse_from(["icochess-server", "--key=x"]).is_err());
        let missing = Options {
            page: Some("/nowhere".into()),
            ..Options::default()
        };
        assert!(matches!(missing.settings(), Err(OptionsError::NoPage(_))));
    }
}
