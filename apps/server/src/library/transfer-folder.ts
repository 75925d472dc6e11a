import { splitExtension } from '@waybill/contract/core/names'

/**
 * The folder of a transfer among others, and the paths inside it: its title, else the one folder that all its files are
 * in, which then does not occur twice, else its first file.
 */
export function transferFolder(title: string | null, paths: readonly string[]): { label: string; inside: string[] } {
  const [first = ''] = paths
  const top = first.slice(0, first.indexOf('/') + 1)
  if (title !== null) return { label: title, inside: [...paths] }
  if (top !== '' && paths.every((path) => path.startsWith(top))) {
    return { label: top.slice(0, -1), inside: paths.map((path) => path.slice(top.length)) }
  }
  return { label: splitExtension(first.slice(first.lastIndexOf('/') + 1))[0], inside: [...paths] }
}
