/** Runs in the sandbox in place of its program: reads everything and never answers. */
process.stdin.resume()
