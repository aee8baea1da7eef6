//! A small disk, to be filled.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::{
    guard::Guard,
    privilege::{is_root, lack, run},
};

/// How much is written at a time.
const PIECE: usize = 4 * 1024;

/// A disk in memory. It goes when dropped, and when the test's process ends.
#[derive(Debug)]
pub struct SmallDisk {
    _guard: Guard,
    folder: TempDir,
}

impl SmallDisk {
    /// Mounts one of so many megabytes; none without the right to, which was said on stderr.
    ///
    /// # Panics
    /// Where `REQUIRE_PRIVILEGED=1` and it cannot be had.
    #[must_use]
    pub fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = folder.path().to_str().expect("a plain path").to_owned();
        let size = format!("size={megabytes}m");
        if !is_root() || !run("mount", &["-t", "tmpfs", "-o", &size, "tmpfs", &place]) {
            lack("a disk that can be filled needs root and a machine that mounts one");
            return None;
        }
        Some(Self { _guard: Guard::at_our_end(&["umount", "-l", &place]), folder })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Fills it to the last byte.
    ///
    /// # Panics
    /// Where nothing can be written at all.
    pub fn fill(&self) {
        let mut filler = File::options().append(true).create(true).open(self.filler()).expect("a file on the disk");
        while filler.write_all(&[0; PIECE]).is_ok() {}
    }

    /// Makes room again.
    ///
    /// # Panics
    /// Where the disk is gone.
    pub fn make_room(&self) {
        // Emptied first: a process that is just being started may have it open for a moment, and would keep what it holds.
        File::create(self.filler()).expect("a file on the disk");
        std::fs::remove_file(self.filler()).expect("it is there");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Whoever still has a file open there keeps it until they close it.
        run("umount", &["-l", self.folder.path().to_str().expect("a plain path")]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_takes_nothing_until_there_is_room() {
        let Some(disk) = SmallDisk::mount(1) else { return };
        let file = disk.path().join("file");
        std::fs::write(&file, "hei").unwrap();
        disk.fill();
        assert!(std::fs::write(disk.path().join("another"), "hei").is_err());
        disk.make_room();
        std::fs::write(file, [7; 10_000]).unwrap();
    }
}
