/** The public API of workspaces: the owners of things. */

export {
  dropWorkspace,
  endWorkspace,
  type HeldWorkspace,
  holdWorkspace,
  insertWorkspace,
  isAskedToAdminister,
  noteOverSeats,
  readTeamState,
  replaceAdmin,
  setHandover,
} from './workspace-store.ts'
