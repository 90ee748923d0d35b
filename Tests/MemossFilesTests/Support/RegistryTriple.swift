import TestSupport

@testable import MemossFiles

extension MergeTriple {
    private static let names = ["Work", "Home", "Garden", "a: b", "work/x", "Zoo", "alpha"]

    /// Three versions of a registry.
    init(ofRegistry random: inout Random) {
        let base = Self.registry(&random)
        var sides = [base, base]
        for index in sides.indices {
            for _ in 0..<random.below(4) { sides[index] = Self.changed(sides[index], &random) }
        }
        self.init(base, sides[0], sides[1])
    }

    /// Two clones with the tag commands of `mm` alone: each name is taken often, and each id once.
    init(byTagCommands random: inout Random) {
        let names = ["Work", "Home", "home", "Garden", "Plot", "work/x"].map { TagName($0) }
        var count = 0
        func changed(_ bytes: [UInt8]) -> [UInt8] {
            let registry = TagRegistry(parsing: bytes)
            let (name, color) = (random.pick(names), random.pick([TagColor.Preset.pink, .teal]).color)
            count += 1
            let tag = Tag(name: name, color: color, id: "\(random.below(90) + 10)-\(count)", created: "2026-11-20")
            let result: [UInt8]?
            switch random.below(6) {
            case 0, 1: result = try? RegistryChange.add([tag]).apply(to: registry)
            case 2: result = try? RegistryChange.color(name, color).apply(to: registry)
            case 3: result = try? RegistryChange.remove([name]).apply(to: registry)
            default:
                let keepsAlias = random.below(4) > 0
                let rename = RegistryRename(old: name, new: random.pick(names), keepsAlias: keepsAlias, fresh: nil)
                result = try? rename.apply(to: registry)
            }
            return result ?? bytes
        }
        var base: [UInt8] = []
        for _ in 0..<4 { base = changed(base) }
        var sides = [base, base]
        for index in sides.indices {
            for _ in 0..<(1 + random.below(3)) { sides[index] = changed(sides[index]) }
        }
        // A copy of which no common version is known.
        self.init(random.below(4) == 0 ? [] : base, sides[0], sides[1])
    }

    private static func registry(_ random: inout Random) -> [UInt8] {
        var text = random.below(6) == 0 ? "# tags\n" : ""
        for (index, name) in names.enumerated() where random.below(2) == 0 {
            let key = name.contains(":") ? "'\(name)'" : name
            switch random.below(5) {
            case 0: text += "\(key): pink\n"
            case 1: text += "\(key): {color: \"#3B82F6\", id: i\(index)}\n"
            case 2: text += "# about \(index)\n\(key):\n  color: blue  # beside\n"
            default: text += "\(key):\n  color: \"#3B82F6\"\n  id: i\(index)\n  created: 2026-11-2\(index)\n"
            }
            if random.below(3) == 0, text.hasSuffix("\(index)\n") { text += "  aliases: [old\(index)]\n" }
        }
        return Array(text.utf8)
    }

    private static func changed(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
        let registry = TagRegistry(parsing: bytes)
        let name = TagName(random.pick(names))
        let change: RegistryChange
        switch random.below(6) {
        case 0, 1:
            let color = random.pick(TagColor.Preset.allCases).color
            change = .add([
                Tag(name: name, color: color, id: "n\(random.below(9))", created: "2026-11-1\(random.below(9))")
            ])
        case 2: change = .color(name, random.pick(TagColor.Preset.allCases).color)
        case 3: change = .remove([name])
        case 4:
            let text = String(decoding: bytes, as: UTF8.self)
            return Array(text.replacing("blue", with: random.pick(["teal", "gray"])).utf8)
        default:
            let new = TagName(random.pick(["Job", "Yard", "Home", "Zoo"]))
            let rename = RegistryRename(old: name, new: new, keepsAlias: random.below(4) > 0, fresh: nil)
            return (try? rename.apply(to: registry)) ?? bytes
        }
        return (try? change.apply(to: registry)) ?? bytes
    }
}
