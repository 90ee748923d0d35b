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
            let new = TagName(random.pick(["Job", "Yard"]))
            let rename = RegistryRename(old: name, new: new, keepsAlias: random.below(4) > 0, fresh: nil)
            return (try? rename.apply(to: registry)) ?? bytes
        }
        return (try? change.apply(to: registry)) ?? bytes
    }
}
