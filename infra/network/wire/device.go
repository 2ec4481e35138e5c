package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"unsafe"
)

const (
	// As on Ethernet, so that a lost packet is as much as there.
	maxPacketBytes = 1500
	// Packets that wait for this process; the default of 500 loses some of each burst.
	queuedPackets = 10_000
	// linux/if_tun.h
	setInterface = 0x400454ca
	packetsOnly  = 0x1001
)

// openDevice creates a TUN device in a namespace, with an address in a network of 24 bits. It ends with this process.
func openDevice(address string, number int, namespace string) (*os.File, error) {
	descriptor, err := syscall.Open("/dev/net/tun", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("/dev/net/tun: %w", err)
	}
	name := fmt.Sprintf("wire%d-%d", os.Getpid(), number)
	var request struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:], name)
	request.flags = packetsOnly
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, uintptr(descriptor), setInterface, uintptr(unsafe.Pointer(&request)))
	if failed != 0 {
		return nil, fmt.Errorf("TUNSETIFF: %w", failed)
	}
	if err := configure(name, address, namespace); err != nil {
		return nil, err
	}
	if err := syscall.SetNonblock(descriptor, true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(descriptor), name), nil
}

func configure(device, address, namespace string) error {
	var inNamespace []string
	if namespace != "" {
		if err := ip("link", "set", "dev", device, "netns", namespace); err != nil {
			return err
		}
		inNamespace = []string{"-n", namespace}
		if err := ip(append(inNamespace, "link", "set", "dev", "lo", "up")...); err != nil {
			return err
		}
	}
	settings := []string{"mtu", strconv.Itoa(maxPacketBytes), "txqueuelen", strconv.Itoa(queuedPackets), "up"}
	if err := ip(append(inNamespace, append([]string{"link", "set", "dev", device}, settings...)...)...); err != nil {
		return err
	}
	return ip(append(inNamespace, "address", "add", address+"/24", "dev", device)...)
}

func ip(arguments ...string) error {
	if output, err := exec.Command("ip", arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %v: %s", arguments, output)
	}
	return nil
}
