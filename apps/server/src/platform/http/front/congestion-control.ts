import { readFile } from 'node:fs/promises'

const FOLDER = '/proc/sys/net/ipv4'

/** How the kernel paces new TCP connections, which decides the speed of downloads on long lines. */
export interface CongestionControl {
  /** Such as 'cubic' or 'bbr'; null where the system has no such file. */
  congestionControl: string | null
  /** Those that the kernel has loaded. */
  offeredControls: string[]
}

export async function readCongestionControl(folder = FOLDER): Promise<CongestionControl> {
  const read = (name: string) =>
    readFile(`${folder}/${name}`, 'utf8').then(
      (text) => text.trim(),
      () => null,
    )
  const [used, offered] = await Promise.all([read('tcp_congestion_control'), read('tcp_available_congestion_control')])
  return { congestionControl: used, offeredControls: offered?.split(/\s+/) ?? [] }
}
