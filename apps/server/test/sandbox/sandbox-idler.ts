/** Runs in the sandbox in the place of its program: takes everything and never answers. */
process.stdin.resume()
