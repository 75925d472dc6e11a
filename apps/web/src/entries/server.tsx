import './words/both.ts'

/** The pages that the server renders; each is an entry of its own in the browser. */
export { render as renderAnswerPage } from './answer/server.tsx'
export { render as renderDownloadPage } from './download/server.tsx'
