export { home } from '../../zh/home.ts'
export { quickSend } from '../../zh/quick-send.ts'
