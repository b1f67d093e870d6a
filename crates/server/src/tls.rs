//! Certificate and key of encrypted connections.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::ServerCertVerifier;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{CertificateError, Error, RootCertStore, ServerConfig};
use tracing::{error, info};

/// Files of a certificate and its key, in PEM format.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// Certificate, followed by its issuers' certificates.
    pub certificate: PathBuf,
    /// Private key.
    pub key: PathBuf,
}

/// Error of a certificate or its key.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file can't be read.
    #[error("can't read {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// The file has no certificate.
    #[error("{0} has no certificate in PEM format")]
    NoCertificate(PathBuf),
    /// The file has no key.
    #[error("{0} has no private key in PEM format")]
    NoKey(PathBuf),
    /// The key is another certificate's.
    #[error("the key {key} doesn't match the certificate {certificate}", key = .0.key.display(), certificate = .0.certificate.display())]
    Mismatch(TlsFiles),
    /// The certificate has expired.
    #[error("the certificate {0} has expired: renew it")]
    Expired(PathBuf),
    /// The certificate or the key has an unknown format.
    #[error("the certificate {0} can't be used: {1}")]
    Unusable(PathBuf, Error),
}

/// Certificate and key in use.
#[derive(Debug)]
pub struct Tls {
    files: TlsFiles,
    state: Mutex<State>,
}

struct State {
    contents: Contents,
    acceptor: TlsAcceptor,
}

impl std::fmt::Debug for State {
    /// Leaves out the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").finish_non_exhaustive()
    }
}

#[derive(PartialEq, Eq)]
struct Contents {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    ///
    /// [`TlsError`] if they can't be used.
    pub fn load(files: TlsFiles) -> Result<Self, TlsError> {
        let contents = Contents::read(&files)?;
        let acceptor = contents.acceptor(&files)?;
        let state = Mutex::new(State { contents, acceptor });
        Ok(Self { files, state })
    }

    /// Returns the acceptor of new connections.
    pub fn acceptor(&self) -> TlsAcceptor {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.acceptor.clone()
    }

    /// Reads the files again if they have changed. If the new ones can't be used, the old ones stay
    /// in use.
    pub fn refresh(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let contents = match Contents::read(&self.files) {
            Ok(contents) if contents == state.contents => return,
            Ok(contents) => contents,
            Err(error) => {
                error!("{error}");
                return;
            }
        };
        match contents.acceptor(&self.files) {
            Ok(acceptor) => {
                info!("new certificate in use");
                state.acceptor = acceptor;
            }
            // One of the files may be new before the other.
            Err(error) => error!("{error}"),
        }
        state.contents = contents;
    }
}

impl Contents {
    fn read(files: &TlsFiles) -> Result<Self, TlsError> {
        let read = |file: &Path| {
            let bytes = std::fs::read(file);
            bytes.map_err(|error| TlsError::Unreadable(file.to_owned(), error))
        };
        Ok(Self {
            certificate: read(&files.certificate)?,
            key: read(&files.key)?,
        })
    }

    fn acceptor(&self, files: &TlsFiles) -> Result<TlsAcceptor, TlsError> {
        let file = || files.certificate.clone();
        let chain =
            CertificateDer::pem_slice_iter(&self.certificate).collect::<Result<Vec<_>, _>>();
        let chain = chain.unwrap_or_default();
        if chain.is_empty() {
            return Err(TlsError::NoCertificate(file()));
        }
        let key = PrivateKeyDer::from_pem_slice(&self.key);
        let key = key.map_err(|_| TlsError::NoKey(files.key.clone()))?;
        let provider = Arc::new(ring::default_provider());
        let is_expired = is_expired(&chain, Arc::clone(&provider));
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(chain, key));
        let mut config = config.map_err(|error| match error {
            Error::InconsistentKeys(_) => TlsError::Mismatch(files.clone()),
            error => TlsError::Unusable(file(), error),
        })?;
        if is_expired {
            return Err(TlsError::Expired(file()));
        }
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// Returns whether the first certificate has expired. Nothing else is checked: its issuer may be
/// known to the players alone.
fn is_expired(chain: &[CertificateDer<'static>], provider: Arc<CryptoProvider>) -> bool {
    let [certificate, issuers @ ..] = chain else {
        return false;
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates([issuers.last().unwrap_or(certificate).clone()]);
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
    let (Ok(verifier), Ok(name)) = (verifier, ServerName::try_from("localhost")) else {
        return false;
    };
    let now = UnixTime::now();
    let verified = verifier.verify_server_cert(certificate, issuers, &name, &[], now);
    matches!(
        verified,
        Err(Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. }
        ))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{copy, write};

    /// Returns a file of the tests' certificates, which the client's tests use too.
    fn data(name: &str) -> PathBuf {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        crates.join("remote/tests/data").join(name)
    }

    fn files(certificate: &str, key: &str) -> TlsFiles {
        TlsFiles {
            certificate: data(certificate),
            key: data(key),
        }
    }

    #[test]
    fn unusable_files_are_explained() {
        let problem = |certificate, key| {
            let error = Tls::load(files(certificate, key)).unwrap_err().to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
            error
        };
        for (certificate, key, expected) in [
            ("none.pem", "localhost.key", "can't read"),
            ("localhost.key", "localhost.key", "no certificate"),
            ("localhost.pem", "localhost.pem", "no private key"),
            ("localhost.pem", "expired.key", "doesn't match"),
            ("expired.pem", "expired.key", "expired: renew it"),
        ] {
            let problem = problem(certificate, key);
            assert!(problem.contains(expected), "{problem}");
        }
    }

    #[test]
    fn changed_files_are_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let files = TlsFiles {
            certificate: folder.path().join("certificate"),
            key: folder.path().join("key"),
        };
        copy(data("localhost.pem"), &files.certificate).unwrap();
        copy(data("localhost.key"), &files.key).unwrap();
        let tls = Tls::load(files.clone()).unwrap();
        let config = || Arc::clone(tls.acceptor().config());
        let first = config();
        tls.refresh();
        assert!(Arc::ptr_eq(&first, &config()));
        write(&files.certificate, "unfinished").unwrap();
        tls.refresh();
        assert!(Arc::ptr_eq(&first, &config()));
        copy(data("localhost.pem"), &files.certificate).unwrap();
        tls.refresh();
        assert!(!Arc::ptr_eq(&first, &config()));
    }
}
