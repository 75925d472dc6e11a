/** Where the files of a workspace are stored, as the admin chooses it. */
export const region = {
  title: 'Region',
  text: 'New files of your workspace are stored in this region. Links and downloads work the same everywhere.',
  loading: 'Loading',
  again: 'Try again',
  help: 'More about this in the help',
  choose: 'Region of new files',
  movesAll: 'Also move the files you already have.',
  movesText: 'Links keep working while they move.',
  files: (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`),
  save: 'Save',
  saved: 'Saved.',
  elsewhere: (files: string, size: string) => `${files} (${size}) are stored elsewhere.`,
  moveNow: 'Move them here',
  started: 'The move has started.',
  progress: (moved: string, files: string, to: string) => `Moving to ${to}: ${moved} of ${files}.`,
  waitsStore: (place: string) => `The store in ${place} does not answer or is full. The move will continue by itself.`,
  waitsUploads: 'Files that are still uploading will move once they are complete.',
  done: (files: string, to: string) => `The move to ${to} is complete: ${files}.`,
  kept: (files: string) => `${files} could not be moved: the stored data is damaged.`,
  stopped: (moved: string, to: string) => `The move to ${to} was stopped after ${moved}.`,
}

export type RegionWords = typeof region
