/** The public API of operating: the operator's commands. */
export { runCommand } from './run-command.ts'
