import MemossFiles

@main
struct MM {
    static func main() {}
}
