import { createStored, readFlag } from '../../state/local-storage.ts';

export const soundOn = createStored<boolean>({ key: 'orderSound', empty: false, read: readFlag });

let audio: AudioContext | undefined;

/** On a press, because browsers allow no sound before one. */
export function allowSound(): void {
  if (!soundOn.get()) return;
  audio ??= new AudioContext();
  void audio.resume();
}

/** Two short tones. */
export function ring(): void {
  if (!soundOn.get() || audio?.state !== 'running') return;
  for (const [at, frequency] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.18;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}
