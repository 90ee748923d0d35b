#!/bin/bash
# notification-daemon 3.20.0 (GNOME Flashback): with 21 notifications on the screen, it refuses the 22nd, and also one that replaces a
# notification on the screen, with the error MaxNotificationsExceeded. It closes none, and notifications with the timeout 0 stay until
# somebody closes them. Beforehand one would guess that a server closes its oldest, as GNOME Shell does, or shows the others later, and
# that a replacement, which takes no place, is always accepted. After CloseNotification, both are accepted.
# Needs Debian 12 (apt-get), Xvfb, dbus-run-session and gdbus. Installs nothing: the package is unpacked in a temporary directory.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
cd "$T"
apt-get download notification-daemon > /dev/null 2>&1
dpkg -x notification-daemon_3.20.0-*.deb .
cat > try.sh <<'P'
set -u
n=org.freedesktop.Notifications
usr/lib/notification-daemon/notification-daemon > /dev/null 2>&1 & daemon=$!
notify() { gdbus call --session -d $n -o /org/freedesktop/Notifications -m $n.Notify -- test "$1" '' title body '[]' '{}' 0 2>&1; }
gdbus wait --session $n
for _ in $(seq 21); do notify 0 > /dev/null; done
echo "22nd: $(notify 0 | grep -o MaxNotificationsExceeded)"
echo "replacing the first: $(notify 1 | grep -o MaxNotificationsExceeded)"
gdbus call --session -d $n -o /org/freedesktop/Notifications -m $n.CloseNotification 1 > /dev/null
echo "replacing the second, after one was closed: $(notify 2)"
echo "22nd, after one was closed: $(notify 0)"
kill $daemon
P
xvfb-run -a -s "-screen 0 800x600x24" dbus-run-session -- bash try.sh 2> /dev/null | grep -e 22nd -e replacing | tee found
diff found - <<'P'
22nd: MaxNotificationsExceeded
replacing the first: MaxNotificationsExceeded
replacing the second, after one was closed: (uint32 2,)
22nd, after one was closed: (uint32 22,)
P
