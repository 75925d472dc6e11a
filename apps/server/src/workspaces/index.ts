/** The public API of workspaces: the owners of things. */

export {
  dropSso,
  findLinked,
  findSso,
  findSsoOfDomain,
  linkSubject,
  noteSsoTried,
  readSsoOnly,
  type StoredSso,
  saveSso,
  setSsoOnly,
} from './sso-store.ts'
export {
  dropWorkspace,
  endWorkspace,
  type HeldWorkspace,
  holdWorkspace,
  insertWorkspace,
  isAskedToAdminister,
  noteOverSeats,
  readRegionOf,
  readTeamState,
  replaceAdmin,
  seatsEndAt,
  setHandover,
  setRegion,
  setRequiresSecondFactor,
} from './workspace-store.ts'
