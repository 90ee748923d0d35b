import TestSupport
import Testing

@testable import mm

/// A folder that the members of a group share. Two members need root and `setpriv`.
@Suite struct SharedFolderTests {
    /// Runs a script in a folder of user 12345 that group 5000 shares. `as USER UMASK COMMAND …` runs a command as a member,
    /// `as 0` as root, and `stranger` as somebody else.
    ///
    /// - Returns: nil if the machine cannot run it.
    private func run(_ script: String) throws -> [String]? {
        let stage = try TranscriptStage.with("empty")
        guard TranscriptStage.has("setpriv"), !TranscriptStage.has("nonroot") else {
            print("skipped: members of a group need root and setpriv")
            return nil
        }
        let place = """
            d=$(mktemp -d /tmp/mm-shared-XXXXXX); trap 'rm -rf $d' EXIT; chmod 755 $d; cp "$(command -v mm)" $d/mm; mkdir $d/f
            cd $d/f; echo 'Work: blue' > tags.yaml; for f in a b; do printf -- '---\\ntags: [Work]\\nx: 0\\n---\\n' > $f.md; done
            chown 12345:5000 . *; chown 12346 b.md; chmod 660 *; chmod 2770 .
            one() { id=$1; group=$2; shift 2; mkdir -p $d/$id; chown $id $d/$id
                setpriv --reuid=$id --regid=$id --groups=$group env HOME=$d/$id "$@"; }
            as() ( id=$1; umask $2; shift 2; if [ $id = 0 ]; then HOME=$d "$@"; else one $id 5000 "$@"; fi )
            stranger() { one 12399 5001 "$@"; }
            if ! as 12345 022 $d/mm --version >/dev/null 2>&1; then echo cannot; exit; fi

            """
        let said = try stage.run(place + script)
        guard said != ["cannot"] else {
            print("skipped: another user cannot run mm here")
            return nil
        }
        return said
    }

    @Test(arguments: ["022", "002", "077"], ["12345", "12346", "0"])
    func `whoever edits first, with whatever umask, every member and root can edit, undo and redo after him`(
        umask: String,
        first: String
    ) throws {
        let users = [first, "12346", "12345", "0", "12346", "12345"]
        let sets = users.enumerated().map { "as \($1) \(umask) $d/mm -q set a.md x \($0 + 1); grep '^x' a.md\n" }
        let rest = """
            as 12346 \(umask) $d/mm -q tag rename Work Job --no-alias; cat a.md b.md tags.yaml | grep -c Job
            as 12345 \(umask) $d/mm -q undo; as 12346 \(umask) $d/mm -q undo; grep '^x' a.md; as 12345 \(umask) $d/mm -q redo; grep '^x' a.md
            as 12346 \(umask) env EDITOR='sed -i s/x:.*/x:9/' $d/mm -q edit a.md; as 12345 \(umask) $d/mm -q delete --yes b.md
            as 12346 \(umask) $d/mm -q undo; stat -c '%a %g' a.md b.md tags.yaml | uniq
            find .memoss ! -group 5000; find .memoss -type d ! -perm 2770; find .memoss -user 0; stranger $d/mm list >/dev/null 2>&1; echo $?

            """
        guard let said = try run(sets.joined() + rest) else { return }
        let values = (1...users.count).map { "x: \($0)" }
        #expect(said == values + ["3", "x: 5", "x: 6", "660 5000", "2"], "\(said)")
    }

    @Test func `after an edit by root, the owner of a folder that nobody shares can edit`() throws {
        let script = """
            chown -R 12345:12345 .; chmod 755 .; chmod 644 *; for umask in 022 077; do
            as 0 $umask $d/mm -q set a.md x 1; as 12345 022 $d/mm -q set a.md x 2; as 0 $umask $d/mm -q tag rename Work Job
            as 12345 022 $d/mm -q undo; as 12345 022 $d/mm -q undo; grep '^x' a.md; find . ! -user 12345; done
            """
        guard let said = try run(script) else { return }
        #expect(said == ["x: 1", "x: 1"], "\(said)")
    }

    @Test(arguments: ["true", "chmod 777 .", "chmod 2777 .", "chmod 755 .", "setfacl -m u:12345:rwx ."])
    func `the state directory of a stranger is refused, whatever the folder allows`(folder: String) throws {
        let script = """
            \(folder) 2>/dev/null; as 12345 022 $d/mm -q set a.md x 1; chown -R 12399:5001 .memoss
            for user in 12345 12346; do as $user 022 $d/mm -q set a.md x 2 2>&1 | grep -c 'belongs to another user'; done; grep '^x' a.md
            """
        guard let said = try run(script) else { return }
        #expect(said.dropLast().allSatisfy { $0 != "0" } && said.last == "x: 1", "\(said)")
    }

    @Test func `members that an access control list names can edit`() throws {
        guard TranscriptStage.has("setfacl") else {
            print("skipped: no setfacl")
            return
        }
        let script = """
            chown 12345:12345 . *; chmod 755 .; chmod 644 *
            if ! setfacl -m g:5000:rwX,d:g:5000:rwX . 2>/dev/null || ! setfacl -m g:5000:rw tags.yaml; then echo cannot; exit; fi
            for f in a b; do printf -- '---\\nx: 0\\n---\\n' > $f.md; done; chown 12345:12345 a.md; chown 12346:12346 b.md
            as 12346 022 $d/mm -q set b.md x 1; as 12345 022 $d/mm -q set a.md x 2; as 12346 022 $d/mm -q set b.md x 3
            as 0 022 $d/mm -q set b.md x 4; as 12346 022 $d/mm -q undo; as 12346 022 $d/mm -q undo; cat a.md b.md | grep '^x'
            """
        guard let said = try run(script), said != ["cannot"] else { return }
        #expect(said == ["x: 2", "x: 1"], "\(said)")
    }

    @Test func `a file that only its owner may write is not taken over`() throws {
        let script = """
            chmod 640 b.md; as 12345 022 $d/mm -q set b.md x 1 2>/dev/null; echo $?; as 12345 022 $d/mm -q delete --yes b.md 2>/dev/null; echo $?
            stat -c '%a %u' b.md; grep '^x' b.md
            """
        guard let said = try run(script) else { return }
        #expect(said == ["2", "2", "640 12346", "x: 0"], "\(said)")
    }
}
