import CLibrary
import Interaction
import MemossFiles

/// The loop on a terminal. It waits only for keys, signals, file changes and the next moment at which the list changes by itself.
extension UserInterface {
    mutating func run(on terminal: Terminal) -> ExitStatus {
        var terminal = terminal
        var screen = Screen(hasMouse: true)
        let timer = WallTimer()
        terminal.write(screen.start)
        // Size changes are only reported from now on.
        resize(to: TerminalSize(of: terminal.output))
        while true {
            // Do not draw while more keys are waiting.
            if !terminal.hasInput { terminal.write(screen.show(frame())) }
            if isListLate, !terminal.hasInput(within: Self.typingPause) {
                listFirst()
                terminal.write(screen.show(frame()))
            }
            if view.list.isCut, !isListLate, !isReading, !terminal.hasInput(within: Self.typingPause) {
                complete()
                if !terminal.hasInput { terminal.write(screen.show(frame())) }
            }
            if let change = nextChange { timer.arm(at: change.secondsSince1970) }
            var requests: [Request] = []
            switch terminal.next(timeout: pause(timer), others: [watched.descriptor, timer.descriptor]) {
            case .keys(let keys):
                let keys = gathered(keys, on: &terminal)
                requests = keys.flatMap { handle($0, isFollowed: $0 == .enter && isFollowed(on: terminal)) }
            case .resized:
                resize(to: TerminalSize(of: terminal.output))
                terminal.write(screen.clear())
            case .ended(let signal):
                terminal.write(screen.end())
                terminal.close()
                raise(signal)
                return .failure
            case .timeout: if nextChange == nil, !isReading { seekChange() }
            case .readable: break
            }
            requests += followReading()
            for request in requests {
                switch request {
                case .quit:
                    terminal.write(screen.end())
                    terminal.close()
                    return .done
                case .redraw: terminal.write(screen.clear())
                case .suspend:
                    terminal.write(screen.end())
                    terminal.suspend()
                    resume(on: terminal, &screen)
                case .lend(let effect):
                    terminal.write(screen.end())
                    terminal.lend { () throws(Never) in run(effect, hasTerminal: true) }
                    resume(on: terminal, &screen)
                }
            }
            if isReading { continue }
            // Its time has come, or the clock was set: then all dates are looked at again.
            let isTime = timer.hasFired()
            if isTime || minute != currentMinute { tick() }
            followChanges()
        }
    }

    /// The pause in typing after which a filter is applied in a large folder, in milliseconds.
    private static let typingPause: Int32 = 250

    /// The keys, with those behind them as one paste if they look like text that was pasted on a terminal that does not
    /// mark pastes.
    private func gathered(_ keys: [Key], on terminal: inout Terminal) -> [Key] {
        guard case .list = browser.mode, keys.count == 1, terminal.waitingBytes > KeyBurst.fewest,
            var burst = KeyBurst(keys[0])
        else { return keys }
        while !burst.isDecided, terminal.hasInput { burst.add(terminal.nextKeys()) }
        guard burst.isText else { return burst.keys }
        while terminal.hasInput(within: 50) { burst.add(terminal.nextKeys()) }
        return [.paste(burst.text)]
    }

    /// Whether Return ends a line of pasted text. A single key after it may have been typed ahead, except while a list
    /// is being added, because the rest of the list must not act on the reminders.
    private func isFollowed(on terminal: Terminal) -> Bool {
        guard case .input(.addition, let field) = browser.mode else { return terminal.hasMuchInput }
        return terminal.hasInput(within: field.text.contains("\n") ? 50 : 0)
    }

    private mutating func resume(on terminal: Terminal, _ screen: inout Screen) {
        terminal.write(screen.start)
        resize(to: TerminalSize(of: terminal.output))
    }

    private var currentMinute: Int64 {
        isTimeFixed ? minute : Environment.now().secondsSince1970 / 60
    }

    /// The minute on display.
    private var minute: Int64 { time.now.secondsSince1970 / 60 }

    /// The time until the next reading, in milliseconds; nil if there is none. The next change of the list is sought when nobody
    /// types, and a system without such timers looks each minute.
    private func pause(_ timer: WallTimer) -> Int32? {
        var longest = Int64.max
        if !isTimeFixed {
            if nextChange == nil, !isReading { longest = Int64(Self.typingPause) }
            if timer.descriptor < 0 { longest = min(longest, 1_000 * (60 - Environment.now().secondsSince1970 % 60)) }
        }
        let due = watched.due
        if due != .max { longest = min(longest, max(0, due - Uptime.milliseconds())) }
        return longest == .max ? nil : Int32(min(longest, 3_600_000))
    }
}
