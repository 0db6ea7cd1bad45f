/** A text on a canvas, and where it ends, as a part of the canvas's width. */
export interface WrittenText {
  readonly text: string
  readonly right: number
  /** The id of what the canvas is in. */
  readonly plot: string
}

/** A script for a page that keeps what is written on its canvases in `written`. */
export const KEEP_TEXTS = `
  globalThis.written = []
  const write = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text)
    const part = { left: 1, right: 0, end: 0, start: 1, center: 0.5 }[this.textAlign]
    written.push({ text, right: (x + part * width) / this.canvas.width, plot: this.canvas.closest('[id]')?.id ?? '' })
    write.call(this, text, x, y)
  }`
