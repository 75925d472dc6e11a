import { type Compositor, layOver } from './lay-over.ts'

/** What a video shows; a memo has no picture. */
export type Picture = 'camera' | 'screen' | 'both'

export interface Wanted {
  /** Null: a voice memo. */
  picture: Picture | null
  /** The device's id; '' for the browser's choice, null for none. */
  camera: string
  microphone: string | null
}

/** A stream to record, what it is made of, and how to end it all. */
export interface Source {
  stream: MediaStream
  /** Ends by itself when somebody stops sharing it. */
  screen: MediaStreamTrack | null
  devices: readonly MediaStreamTrack[]
  close: () => void
}

export type RefusalKind = 'microphone' | 'camera' | 'screen' | 'no-microphone' | 'no-camera' | 'in-use'

/** Why there is nothing to record. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
  readonly kind: RefusalKind
  constructor(kind: RefusalKind, options?: ErrorOptions) {
    super(`There is nothing to record: ${kind}`, options)
    this.kind = kind
  }
}

/**
 * Opens the camera and the microphone, as far as they are wanted; the browser asks for permission. Rejects with
 * SourceRefused.
 */
export async function openDevices({ picture, camera, microphone }: Wanted): Promise<MediaStream> {
  const wantsCamera = picture === 'camera' || picture === 'both'
  if (!wantsCamera && microphone === null) return new MediaStream()
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: microphone !== null && { echoCancellation: true, noiseSuppression: true, ...named(microphone) },
      video: wantsCamera && {
        width: { ideal: 1280 },
        height: { ideal: 720 },
        frameRate: { ideal: 30 },
        ...named(camera),
      },
    })
  } catch (error) {
    throw await refusalOf(error, { wantsCamera, wantsMicrophone: microphone !== null })
  }
}

const named = (device: string) => (device === '' ? {} : { deviceId: { ideal: device } })

/** A browser refuses a camera and a microphone together, without saying which one it is. */
async function refusalOf(
  error: unknown,
  { wantsCamera, wantsMicrophone }: { wantsCamera: boolean; wantsMicrophone: boolean },
): Promise<SourceRefused> {
  const cause = { cause: error }
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotReadableError' || name === 'AbortError') return new SourceRefused('in-use', cause)
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    const devices = await navigator.mediaDevices.enumerateDevices()
    const lacksMicrophone = wantsMicrophone && !devices.some(({ kind }) => kind === 'audioinput')
    return new SourceRefused(lacksMicrophone ? 'no-microphone' : 'no-camera', cause)
  }
  const isCamera = wantsCamera && (!wantsMicrophone || (await isDenied('camera')))
  return new SourceRefused(isCamera ? 'camera' : 'microphone', cause)
}

async function isDenied(device: 'camera' | 'microphone'): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: device as PermissionName })).state === 'denied'
  } catch {
    return false
  }
}

/** The microphones and cameras; they have names once one of them is permitted. */
export async function listDevices(): Promise<{ cameras: MediaDeviceInfo[]; microphones: MediaDeviceInfo[] }> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const ofKind = (wanted: MediaDeviceKind) => devices.filter(({ kind, deviceId }) => kind === wanted && deviceId !== '')
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') }
}

/**
 * What is recorded: the opened devices, with the screen where it is wanted. Call it in a click, because the browser asks
 * which screen. Rejects with SourceRefused, and leaves the devices open.
 */
export async function openSource(picture: Picture | null, devices: MediaStream): Promise<Source> {
  const own = devices.getTracks()
  if (picture !== 'screen' && picture !== 'both')
    return { stream: devices, screen: null, devices: own, close: () => stop(own) }
  const shared = await shareScreen()
  const [screen] = shared.getVideoTracks()
  const [camera] = devices.getVideoTracks()
  if (screen === undefined) throw new SourceRefused('screen')
  const over: Compositor | null = camera ? await layOver(screen, camera) : null
  const sound = mixSound([...shared.getAudioTracks(), ...devices.getAudioTracks()])
  const stream = new MediaStream([over?.track ?? screen, ...sound.tracks])
  const close = () => {
    over?.close()
    sound.close()
    stop([...own, ...shared.getTracks()])
  }
  return { stream, screen, devices: own, close }
}

async function shareScreen(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 30 } }, audio: true })
  } catch (error) {
    throw new SourceRefused('screen', { cause: error })
  }
}

/** A recorder takes one sound: the screen's and the microphone's together. */
function mixSound(tracks: readonly MediaStreamTrack[]): { tracks: readonly MediaStreamTrack[]; close: () => void } {
  if (tracks.length < 2) return { tracks, close: () => undefined }
  const context = new AudioContext()
  const mixed = context.createMediaStreamDestination()
  for (const track of tracks) context.createMediaStreamSource(new MediaStream([track])).connect(mixed)
  return { tracks: mixed.stream.getAudioTracks(), close: () => void context.close() }
}

export const stop = (tracks: readonly MediaStreamTrack[]): void => {
  for (const track of tracks) track.stop()
}
