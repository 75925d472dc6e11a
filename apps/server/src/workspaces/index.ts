/** The public API of workspaces: the owners of things. */

export { dropWorkspace, endWorkspace, insertWorkspace } from './workspace-store.ts'
