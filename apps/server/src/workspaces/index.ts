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
  setRequiresSecondFactor,
} from './workspace-store.ts'
