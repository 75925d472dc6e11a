/** Posts a message every so many milliseconds: the number that it gets. */
self.onmessage = ({ data }: MessageEvent<number>) => void setInterval(() => self.postMessage(null), data)
