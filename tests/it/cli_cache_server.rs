//! Answers kept on a server that several share: on a real Redis, which each test starts.

use crate::common::{alpinist_in, folder};

// Its postcondition takes a solver.
const SQUARE: &str = "ensures \\result >= n;\nint square(int n) {\n  return n * n;\n}\n";

#[test]
fn an_address_of_no_server_is_refused() {
    let home = folder(&[
        ("x.pvl", SQUARE),
        ("alpinist.toml", "jobs = 1\ncache = \"http://host/x\"\n"),
    ]);
    let flag = ["verify", "--cache", "ftp://host/x", "x.pvl"];
    let run = alpinist_in(home.path(), &flag);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("error[C001]"), "{}", run.stderr);
    assert!(run.stderr.contains("s3://BUCKET/PREFIX"), "{}", run.stderr);
    assert!(!home.path().join("ftp:").exists());
    // Of the settings the line is shown. The variable comes before them, and off is off.
    let mut command = crate::common::command(home.path(), &["verify", "x.pvl"]);
    let output = command.env_remove("ALPINIST_CACHE").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("error[C013]"), "{said}");
    assert!(said.contains("alpinist.toml:2:9"), "{said}");
    assert_eq!(alpinist_in(home.path(), &["verify", "x.pvl"]).status, 0);
}

#[cfg(not(feature = "remote-cache"))]
#[test]
fn without_the_feature_a_server_is_refused_by_its_name() {
    let home = folder(&[("x.pvl", SQUARE), ("x.cu", "__global__ void k() {}\n")]);
    for address in ["redis://127.0.0.1:1/x", "rediss://h/x", "s3://bucket/x"] {
        for args in [["verify", "x.pvl"], ["races", "x.cu"]] {
            let run = alpinist_in(home.path(), &[&args[..], &["--cache", address]].concat());
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{address}");
            assert!(run.stderr.contains("error[C001]"), "{}", run.stderr);
            assert!(run.stderr.contains("`remote-cache`"), "{}", run.stderr);
        }
    }
    assert!(!home.path().join("redis:").exists());
}

#[cfg(feature = "remote-cache")]
mod redis {
    use super::SQUARE;
    use crate::common::{command, folder, say};
    use serde_json::Value;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
    use std::path::Path;
    use std::process::{Child, Command, Stdio};
    use std::sync::{Arc, Condvar, Mutex};
    use std::time::{Duration, Instant};

    const WRONG: &str = "ensures \\result == n;\nint next(int n) {\n  return n + 1;\n}\n";

    const KERNEL: &str = "\
__global__ void shift(int *a) {
  __shared__ int b[64];
  b[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = b[63 - threadIdx.x];
}
";

    /// A server of one test.
    struct Redis {
        server: Child,
        port: u16,
        home: tempfile::TempDir,
    }

    impl Redis {
        /// None, with a line that says so, where there is no Redis.
        fn start(more: &[&str]) -> Option<Redis> {
            let is_there = Command::new("redis-server").arg("--version").output();
            if !is_there.is_ok_and(|output| output.status.success()) {
                say("skipped: there is no redis-server");
                return None;
            }
            let home = tempfile::tempdir().unwrap();
            let port = free_port();
            let server = Command::new("redis-server")
                .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
                .args(["--port", &port.to_string()])
                .args(more)
                .current_dir(home.path())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            let redis = Redis { server, port, home };
            let start = Instant::now();
            while redis.ask(&["ping"], None).is_empty() {
                assert!(start.elapsed() < Duration::from_secs(30), "no Redis");
                std::thread::sleep(Duration::from_millis(20));
            }
            Some(redis)
        }

        /// What its own client says.
        fn ask(&self, words: &[&str], input: Option<&str>) -> String {
            let mut client = Command::new("redis-cli")
                .args(["-p", &self.port.to_string(), "--raw"])
                .args(input.map(|_| "-x"))
                .args(words)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut to = client.stdin.take().unwrap();
            to.write_all(input.unwrap_or("").as_bytes()).unwrap();
            drop(to);
            String::from_utf8(client.wait_with_output().unwrap().stdout).unwrap()
        }

        fn keys(&self) -> Vec<String> {
            let keys = self.ask(&["keys", "*"], None);
            let mut keys: Vec<String> = keys.lines().map(str::to_owned).collect();
            keys.retain(|key| !key.is_empty());
            keys.sort();
            keys
        }

        fn value(&self, key: &str) -> String {
            let value = self.ask(&["get", key], None);
            // Its client ends what it prints with a line break of its own.
            value.strip_suffix('\n').unwrap().to_owned()
        }

        fn address(&self) -> String {
            format!("redis://127.0.0.1:{}/shared/proofs", self.port)
        }
    }

    impl Drop for Redis {
        fn drop(&mut self) {
            let _ = self.server.kill();
            let _ = self.server.wait();
        }
    }

    fn free_port() -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.local_addr().unwrap().port()
    }

    /// What a run gave.
    struct Run {
        status: i32,
        said: String,
        /// How often the solver was asked.
        calls: u64,
    }

    fn run_with(home: &Path, address: &str, env: &[(&str, &str)], more: &[&str]) -> Run {
        let args = ["verify", "--cache", address, "--report", "r.json", "x.pvl"];
        let mut command = command(home, &[&args[..], more].concat());
        let output = command.envs(env.iter().copied()).output().unwrap();
        let report = std::fs::read_to_string(home.join("r.json")).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        Run {
            status: output.status.code().unwrap(),
            said: String::from_utf8(output.stderr).unwrap(),
            calls: report["measured"]["solver_calls"].as_u64().unwrap(),
        }
    }

    fn run(home: &Path, address: &str, more: &[&str]) -> Run {
        run_with(home, address, &[], more)
    }

    #[test]
    fn two_share_proofs_and_counterexamples() {
        let Some(redis) = Redis::start(&[]) else {
            return;
        };
        for (text, status) in [(SQUARE, 0), (WRONG, 1)] {
            let (one, other) = (folder(&[("x.pvl", text)]), folder(&[("x.pvl", text)]));
            let cold = run(one.path(), &redis.address(), &[]);
            assert_eq!(
                (cold.status, cold.calls > 0),
                (status, true),
                "{}",
                cold.said
            );
            assert!(!cold.said.contains("warning"), "{}", cold.said);
            let warm = run(other.path(), &redis.address(), &["--cache-mode", "enforce"]);
            assert_eq!((warm.status, warm.calls), (status, 0), "{}", warm.said);
            assert!(!warm.said.contains("warning"), "{}", warm.said);
            // Nothing lies in a folder that has the address as its name.
            assert!(!one.path().join("redis:").exists());
        }
        let keys = redis.keys();
        assert!(!keys.is_empty());
        assert!(keys.iter().all(|key| key.starts_with("shared/proofs/")));
        // Elsewhere on the same server nothing of it is known.
        let home = folder(&[("x.pvl", SQUARE)]);
        let elsewhere = redis.address().replace("proofs", "others");
        let none = run(home.path(), &elsewhere, &["--cache-mode", "enforce"]);
        assert_eq!(none.status, 3);
        assert_eq!(redis.keys(), keys, "enforcing writes nothing");
    }

    #[test]
    fn kernels_share_what_clang_and_the_solver_said() {
        let clang = clang::find::Program::find().is_some();
        let Some(redis) = Redis::start(&[]).filter(|_| clang) else {
            return;
        };
        // Of another folder clang may say something else, so it is asked again there.
        let home = folder(&[("x.cu", KERNEL)]);
        let races = |more: &[&str]| {
            let address = redis.address();
            let sizes = ["--block", "64", "--grid", "1"];
            let args = [&["races"], &sizes[..], &["--cache", &address, "x.cu"]].concat();
            let output = command(home.path(), &[&args[..], more].concat()).output();
            let output = output.unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            (output.status.code(), said)
        };
        assert_eq!(races(&[]).0, Some(0));
        let (status, said) = races(&["--cache-mode", "enforce"]);
        assert_eq!(status, Some(0), "{said}");
        let clangs = redis.keys();
        let clangs = clangs.iter().filter(|key| key.contains("/clang/"));
        let clangs: Vec<&String> = clangs.collect();
        assert!(!clangs.is_empty());
        // An altered tree is read anew, and that is said.
        for key in clangs {
            let cut = redis.value(key);
            redis.ask(&["set", key], Some(&cut[..cut.len() / 2]));
        }
        let (status, said) = races(&[]);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("warning[C015]"), "{said}");
    }

    /// What somebody makes of an entry.
    type Alteration<'a> = &'a dyn Fn(&str) -> String;

    /// Writes every entry anew.
    fn tamper(redis: &Redis, with: impl Fn(&str) -> String) {
        for key in redis.keys() {
            let text = redis.value(&key);
            redis.ask(&["set", &key], Some(&with(&text)));
            assert_ne!(redis.value(&key), text, "{key}");
        }
    }

    #[test]
    fn what_was_altered_is_asked_again_with_a_warning() {
        let Some(redis) = Redis::start(&[]) else {
            return;
        };
        // The one verdict is to become the other.
        let alterations: [(&str, Alteration<'_>); 5] = [
            ("cut off", &|text| text[..text.len() / 2].to_owned()),
            ("without its seal", &|text| {
                text[..text.len() - 70].to_owned()
            }),
            ("no text at all", &|_| "\u{0}\u{7f}".repeat(1000)),
            ("another head", &|text| {
                let text = text.replace("proof 3", "proof 2");
                text.replace("report 1", "report 0")
            }),
            ("forged", &|text| {
                let forged = text.replace("\"proved\":false", "\"proved\":true");
                let forged = forged.replace("\"Refuted\"", "\"Proved\"");
                let plain = text.replace("\"proved\":true", "\"proved\":false");
                if forged == text { plain } else { forged }
            }),
        ];
        for (how, alter) in alterations {
            let home = folder(&[("x.pvl", WRONG)]);
            assert_eq!(run(home.path(), &redis.address(), &[]).status, 1);
            tamper(&redis, alter);
            let enforced = run(home.path(), &redis.address(), &["--cache-mode", "enforce"]);
            assert_eq!((enforced.status, enforced.calls), (3, 0), "{how}");
            assert!(
                enforced.said.contains("warning[C015]"),
                "{how}: {}",
                enforced.said
            );
            let again = run(home.path(), &redis.address(), &[]);
            assert_eq!((again.status, again.calls > 0), (1, true), "{how}");
            assert!(
                again.said.contains("warning[C015]"),
                "{how}: {}",
                again.said
            );
            // It was replaced by what is so.
            let warm = run(home.path(), &redis.address(), &["--cache-mode", "enforce"]);
            assert_eq!((warm.status, warm.calls), (1, 0), "{how}: {}", warm.said);
            assert!(!warm.said.contains("C015"), "{how}: {}", warm.said);
        }
    }

    #[test]
    fn an_answer_to_one_question_is_none_to_another() {
        let Some(redis) = Redis::start(&[]) else {
            return;
        };
        // All proofs of a program that verifies, under the names of those that one does not have.
        let right = folder(&[("x.pvl", SQUARE)]);
        assert_eq!(run(right.path(), &redis.address(), &[]).status, 0);
        let mut proofs: Vec<String> = redis.keys();
        proofs.retain(|key| redis.value(key).contains("\"proved\":true"));
        let proof = redis.value(&proofs[0]);
        let wrong = folder(&[("x.pvl", WRONG)]);
        assert_eq!(run(wrong.path(), &redis.address(), &[]).status, 1);
        tamper(&redis, |text| match text == proof {
            true => String::new(),
            false => proof.clone(),
        });
        let run = run(wrong.path(), &redis.address(), &[]);
        assert_eq!(run.status, 1, "{}", run.said);
        assert!(run.said.contains("warning[C015]"), "{}", run.said);
    }

    #[test]
    fn what_bears_another_key_is_not_believed() {
        let Some(redis) = Redis::start(&[]) else {
            return;
        };
        let home = folder(&[("x.pvl", SQUARE)]);
        let other = [("ALPINIST_CACHE_KEY", "another")];
        let theirs = run_with(home.path(), &redis.address(), &other, &[]);
        assert_eq!(theirs.status, 0);
        let ours = run(home.path(), &redis.address(), &["--cache-mode", "enforce"]);
        assert_eq!((ours.status, ours.calls), (3, 0));
        let ours = run(home.path(), &redis.address(), &[]);
        assert_eq!((ours.status, ours.calls > 0), (0, true));
        assert!(ours.said.contains("warning[C015]"), "{}", ours.said);
        assert!(ours.said.contains("ALPINIST_CACHE_KEY"), "{}", ours.said);
    }

    #[test]
    fn without_a_server_a_run_goes_on_with_a_warning() {
        let nobody = format!("redis://127.0.0.1:{}/x", free_port());
        // One that takes the call and says nothing, and one that is no Redis.
        let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let silent = format!("redis://{}/x", silent.local_addr().unwrap());
        for address in [
            nobody.as_str(),
            &nobody.replace("redis:", "rediss:"),
            "redis://no-such-host.invalid/x",
            &silent,
        ] {
            for (text, status) in [(SQUARE, 0), (WRONG, 1)] {
                let home = folder(&[("x.pvl", text)]);
                let start = Instant::now();
                let gone = run(home.path(), address, &[]);
                assert_eq!(gone.status, status, "{address}: {}", gone.said);
                assert_eq!(
                    gone.said.matches("warning[C006]").count(),
                    1,
                    "{}",
                    gone.said
                );
                assert!(gone.said.contains(address), "{}", gone.said);
                assert!(start.elapsed() < Duration::from_secs(40), "{address}");
                let quiet = run(home.path(), address, &["--quiet"]);
                assert_eq!(quiet.status, status);
                assert!(!quiet.said.contains("warning"), "{}", quiet.said);
            }
            let home = folder(&[("x.pvl", SQUARE)]);
            let enforced = run(home.path(), address, &["--cache-mode", "enforce"]);
            assert_eq!((enforced.status, enforced.calls), (3, 0));
        }
    }

    #[test]
    fn a_password_comes_from_the_environment() {
        let Some(redis) = Redis::start(&["--requirepass", "hidden"]) else {
            return;
        };
        let home = folder(&[("x.pvl", SQUARE)]);
        let right = [("OPENDAL_REDIS_PASSWORD", "hidden")];
        let cold = run_with(home.path(), &redis.address(), &right, &[]);
        assert_eq!(cold.status, 0);
        assert!(!cold.said.contains("warning"), "{}", cold.said);
        let warm = run_with(
            home.path(),
            &redis.address(),
            &right,
            &["--cache-mode", "enforce"],
        );
        assert_eq!((warm.status, warm.calls), (0, 0), "{}", warm.said);
        for password in ["", "wrong"] {
            let wrong = [("OPENDAL_REDIS_PASSWORD", password)];
            let none = run_with(home.path(), &redis.address(), &wrong, &[]);
            assert_eq!(none.status, 0, "{}", none.said);
            assert!(none.said.contains("warning[C006]"), "{}", none.said);
            assert!(!none.said.contains("hidden"), "{}", none.said);
        }
        // In an address it would stand in reports and settings that are shared.
        let address = redis.address().replace("127", ":hidden@127");
        let mut command = command(home.path(), &["verify", "--cache", &address, "x.pvl"]);
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(!said.contains("hidden"), "{said}");
        assert!(said.contains("OPENDAL_REDIS_PASSWORD"), "{said}");
    }

    #[test]
    fn a_server_that_goes_away_is_told_of_at_the_end() {
        let Some(redis) = Redis::start(&["--rename-command", "SET", ""]) else {
            return;
        };
        // It answers, but keeps nothing: as if it went between two questions.
        let home = folder(&[("x.pvl", SQUARE)]);
        let run = run(home.path(), &redis.address(), &[]);
        assert_eq!(run.status, 0, "{}", run.said);
        assert_eq!(run.said.matches("warning[C006]").count(), 1, "{}", run.said);
        assert!(run.said.contains("is lost"), "{}", run.said);
        assert!(redis.home.path().exists());
    }

    /// Whether what is written may reach the server.
    type Gate = Arc<(Mutex<bool>, Condvar)>;

    /// Passes on what two say to each other; what the first one wants to write waits for the gate.
    fn pass(mut from: TcpStream, mut to: TcpStream, gate: Option<&Gate>) {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            let said = &bytes[..read];
            if let Some(gate) = gate
                && said.windows(5).any(|word| word == b"SET\r\n")
            {
                let open = gate.0.lock().unwrap();
                drop(gate.1.wait_while(open, |open| !*open).unwrap());
            }
            if to.write_all(said).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    }

    /// The port of somebody between the program and a server.
    fn between(port: u16, gate: &Gate) -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let own = listener.local_addr().unwrap().port();
        let gate = Arc::clone(gate);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                let server = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
                let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
                let gate = Arc::clone(&gate);
                std::thread::spawn(move || pass(client, server, Some(&gate)));
                std::thread::spawn(move || pass(back.0, back.1, None));
            }
        });
        own
    }

    #[test]
    fn a_verdict_does_not_wait_for_what_is_written() {
        let Some(redis) = Redis::start(&[]) else {
            return;
        };
        let gate = Gate::default();
        let address = format!("redis://127.0.0.1:{}/far", between(redis.port, &gate));
        let home = folder(&[("x.pvl", SQUARE)]);
        let mut command = command(home.path(), &["verify", "--cache", &address, "x.pvl"]);
        let mut run = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(run.stderr.take().unwrap()).lines();
        let verdict = lines.next().unwrap().unwrap();
        assert!(verdict.contains("x.pvl: verified"), "{verdict}");
        assert!(redis.keys().is_empty());
        *gate.0.lock().unwrap() = true;
        gate.1.notify_all();
        // The program ends only when all is written.
        assert!(run.wait().unwrap().success());
        let more: Vec<String> = lines.map(Result::unwrap).collect();
        assert!(
            more.iter().all(|line| !line.contains("warning")),
            "{more:?}"
        );
        assert!(!redis.keys().is_empty());
        let enforced = ["--cache-mode", "enforce"];
        let home = folder(&[("x.pvl", SQUARE)]);
        let far = redis.address().replace("shared/proofs", "far");
        let warm = self::run(home.path(), &far, &enforced);
        assert_eq!((warm.status, warm.calls), (0, 0), "{}", warm.said);
    }
}
