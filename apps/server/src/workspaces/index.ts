/** The public API of workspaces: what owns things. */

export { dropWorkspace, endWorkspace, insertWorkspace } from './workspace-store.ts'
