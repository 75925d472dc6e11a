/** A folder that the person picks, for many opened files at once. Chrome and Edge on computers have such a dialog. */
import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { type SaveTarget, saveTargetAt } from './save-target.ts'

export interface SaveFolder {
  /** A new file in it, with its folders; another name where the name exists. */
  targetFor(path: string): Promise<SaveTarget>
}

interface Picker {
  showDirectoryPicker?(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

export const canPickFolder = (): boolean => 'showDirectoryPicker' in globalThis

/** Call it in a click, before anything else is awaited. Rejects with AbortError where the person picks none. */
export async function chooseFolder(): Promise<SaveFolder> {
  const { showDirectoryPicker } = globalThis as Picker
  if (!showDirectoryPicker) throw new DOMException('There is no such dialog', 'NotSupportedError')
  const root = await showDirectoryPicker.call(globalThis, { mode: 'readwrite' })
  return { targetFor: (path) => targetIn(root, path) }
}

async function targetIn(root: FileSystemDirectoryHandle, path: string): Promise<SaveTarget> {
  const folders = path.split('/')
  const wantedName = folders.pop() ?? ''
  let folder = root
  for (const name of folders) folder = await folder.getDirectoryHandle(name, { create: true })
  const name = await freeName(folder, wantedName)
  const remove = () => folder.removeEntry(name)
  const handle = await folder.getFileHandle(name, { create: true })
  try {
    const target = await saveTargetAt(handle)
    return { ...target, discard: () => target.discard().finally(remove) }
  } catch (error) {
    await remove().catch(() => undefined)
    throw error
  }
}

/** 'a.pdf', 'a (2).pdf' …: the first free one. Extensions that a browser refuses to write get a suffix. */
async function freeName(folder: FileSystemDirectoryHandle, wantedName: string): Promise<string> {
  const taken: string[] = []
  for (let name = wantedName; ; ) {
    try {
      await folder.getFileHandle(name)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return name
      if (error instanceof TypeError && !wantedName.endsWith('_')) return freeName(folder, `${wantedName}_`)
      if (!(error instanceof DOMException && error.name === 'TypeMismatchError')) throw error
    }
    taken.push(name)
    name = dedupePaths([...taken, wantedName]).at(-1) ?? wantedName
  }
}
