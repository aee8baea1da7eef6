/** The car from above, nose to the east, in a box of 42 × 42 around its middle: drawn as SVG and on canvas. */
export const CAR = {
  /** Of the white disc. */
  radius: 21,
  body: "M-10.6-9.6H10.6A6.4 6.4 0 0 1 17-3.2V3.2A6.4 6.4 0 0 1 10.6 9.6H-10.6A6.4 6.4 0 0 1-17 3.2V-3.2A6.4 6.4 0 0 1-10.6-9.6Z",
  windows: "M3.6-7.4Q7.6 0 3.6 7.4L-.6 5.8V-5.8ZM-11.5-6.4Q-13.6 0-11.5 6.4L-8.4 5.2V-5.2Z",
  lights: "M13.4-8.2Q17-7 17-3.8L14-4.6ZM13.4 8.2Q17 7 17 3.8L14 4.6Z",
  /** The headlights' beam, fading over this many pixels. */
  beam: "M8-9L64-34Q72 0 64 34L8 9Z",
  reach: 64,
  /** Where many cars are, shorter beams keep the streets to be seen. */
  shortBeam: "M8-9L42-23Q46 0 42 23L8 9Z",
  shortReach: 40,
  red: "#c9341b",
  glass: "#1b2440",
  light: "#ffc861",
};
