/** The camera in a corner of the screen, as one picture. */
export interface Compositor {
  track: MediaStreamTrack
  close: () => void
}

const FRAMES_A_SECOND = 24
/** Wider screens are scaled down: a canvas is drawn by the processor. */
const MOST_WIDTH = 1920
const CAMERA_SHARE = 0.22
const MARGIN_SHARE = 0.02

export async function layOver(screen: MediaStreamTrack, camera: MediaStreamTrack): Promise<Compositor> {
  const [below, above] = await Promise.all([playing(screen), playing(camera)])
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false })
  const draw = () => {
    const scale = Math.min(1, MOST_WIDTH / Math.max(1, below.videoWidth))
    const [width, height] = [Math.round(below.videoWidth * scale), Math.round(below.videoHeight * scale)]
    // A shared window changes its size.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context?.drawImage(below, 0, 0, width, height)
    const cameraWidth = width * CAMERA_SHARE
    const cameraHeight = (cameraWidth * above.videoHeight) / Math.max(1, above.videoWidth)
    const margin = width * MARGIN_SHARE
    context?.drawImage(above, width - cameraWidth - margin, height - cameraHeight - margin, cameraWidth, cameraHeight)
  }
  draw()
  // A page behind the shared window gets no frames and slow timers; a worker's timer goes on.
  const ticks = new Worker(new URL('./tick-worker.ts', import.meta.url), { type: 'module' })
  ticks.onmessage = draw
  ticks.postMessage(1_000 / FRAMES_A_SECOND)
  const [track] = canvas.captureStream(FRAMES_A_SECOND).getVideoTracks()
  if (track === undefined) throw new Error('A canvas gave no picture')
  const close = () => {
    ticks.terminate()
    track.stop()
    for (const video of [below, above]) video.srcObject = null
  }
  return { track, close }
}

async function playing(track: MediaStreamTrack): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream([track])
  await video.play()
  return video
}
