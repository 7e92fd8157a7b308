/** The browser's socket, with the test at the other end. */
export class FakeSocket {
  static last: FakeSocket
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  sent: Record<string, unknown>[] = []
  constructor() {
    FakeSocket.last = this
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {}
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}
